/// Gives memory that was freed back to the system, as far as whole pages of it are free.
///
/// The C library of Linux keeps what is freed below the newest allocation. That is best while a
/// program goes on as before, but not behind an opening, which for a moment holds each record of a
/// log as a value of its own, and never again as much. Costs some milliseconds a hundred megabytes;
/// nothing elsewhere, where the library does so itself.
package func returnFreedMemory() {
    #if canImport(Glibc)
        _ = mallocTrim(0)
    #endif
}

#if canImport(Glibc)
    /// Not in the module `Glibc`, which leaves <malloc.h> out.
    @_silgen_name("malloc_trim")
    private func mallocTrim(_ padding: Int) -> Int32
#endif
