/// Gives memory that was freed back to the system, as far as whole pages of it are free.
///
/// The C library of Linux keeps what is freed below the newest allocation. That is best while a
/// program goes on as before, but not behind an opening or the folds of many games, which for a
/// moment hold much more than stays of them. Costs some milliseconds a hundred megabytes;
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
