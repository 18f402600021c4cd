@main
enum Scored {
    static func main() {}
}
