/// Returns freed memory to the system, as far as whole pages of it are free.
///
/// The C library of Linux keeps memory that was freed below the newest allocation. That is best in
/// steady operation, but not after an opening or the folds of many games, which need much more
/// memory than they leave in use. Cost: some milliseconds per hundred megabytes; no effect on other
/// systems, whose libraries do so by themselves.
package func returnFreedMemory() {
    #if canImport(Glibc)
        _ = mallocTrim(0)
    #endif
}

#if canImport(Glibc)
    /// The module `Glibc` does not include <malloc.h>.
    @_silgen_name("malloc_trim")
    private func mallocTrim(_ padding: Int) -> Int32
#endif
