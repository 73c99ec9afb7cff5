// Functions of glibc that Debian's libstdc++.a and libgcc_eh.a call, and that musl has not. They are hidden, so that the program does not find them.
// The declarations are here because the compiler's own header files are those of glibc.

typedef unsigned long size;

extern int getentropy(void *buffer, size length);
extern size strftime_l(char *text, size length, const char *format, const void *time, void *locale);
extern unsigned long getauxval(unsigned long type);
extern void abort(void) __attribute__((noreturn));

#pragma GCC visibility push(hidden)

// False: reference counts are always changed atomically.
char __libc_single_threaded;

unsigned arc4random(void) {
  unsigned value;
  if (getentropy(&value, sizeof value) != 0) abort();
  return value;
}

size __strftime_l(char *text, size length, const char *format, const void *time, void *locale) {
  return strftime_l(text, length, format, time, locale);
}

unsigned long __getauxval(unsigned long type) { return getauxval(type); }

// Finds no handler of an exception: one that is thrown ends the program. Bun is compiled without exceptions, so it has no handlers.
int _dl_find_object(void *address, void *result) { return -1; }

// For destructors of thread_local variables. Bun has its own function for them, and does not take that of libstdc++.
int __cxa_thread_atexit_impl(void (*destructor)(void *), void *object, void *library) { abort(); }
