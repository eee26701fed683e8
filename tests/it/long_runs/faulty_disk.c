/* A disk with faults, for tests: LD_PRELOAD this, and a call of the system that is about something under a folder fails.
 *
 * FAULT_UNDER   the folder
 * FAULT_AT      which call fails, from 1
 * FAULT_ERROR   with which error, as a number
 * FAULT_WRITES  if set, only calls that take room on a disk are counted and fail
 * FAULT_READS   if set, only opening and reading what is there
 * FAULT_WHILE   a file: if set, all calls from FAULT_AT on fail as long as it is there
 * FAULT_FIRED   a file that is made when a call fails
 * FAULT_MEMORY  a file in the place of /proc/meminfo
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { READS = 1, WRITES = 2, OTHERS = 4, MOST_FILES = 65536 };

static atomic_long calls;
static atomic_char is_under[MOST_FILES];

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int has_fault(int kind)
{
    const char *at = getenv("FAULT_AT"), *error = getenv("FAULT_ERROR");
    const char *until = getenv("FAULT_WHILE"), *fired = getenv("FAULT_FIRED");
    if (!at || !error) return 0;
    if (getenv("FAULT_WRITES") && kind != WRITES) return 0;
    if (getenv("FAULT_READS") && kind != READS) return 0;
    long call = ++calls, first = atol(at);
    int fails = call == first;
    if (until) {
        struct stat known;
        fails = call >= first && REAL(fstatat)(AT_FDCWD, until, &known, 0) == 0;
    }
    if (!fails) return 0;
    if (fired) {
        int file = REAL(open)(fired, O_WRONLY | O_CREAT, 0600);
        if (file >= 0) REAL(close)(file);
    }
    errno = atoi(error);
    return 1;
}

static int is_meant(const char *path)
{
    const char *under = getenv("FAULT_UNDER");
    return path && under && strncmp(path, under, strlen(under)) == 0;
}

static int is_open_meant(int file) { return file >= 0 && file < MOST_FILES && is_under[file]; }

static int opened(int file, const char *path)
{
    if (file >= 0 && file < MOST_FILES) is_under[file] = is_meant(path);
    return file;
}

static const char *instead(const char *path)
{
    const char *memory = getenv("FAULT_MEMORY");
    return memory && path && strcmp(path, "/proc/meminfo") == 0 ? memory : path;
}

#define OPEN(name)                                                                              \
    int name(const char *path, int flags, ...)                                                  \
    {                                                                                           \
        va_list more;                                                                           \
        va_start(more, flags);                                                                  \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;                 \
        va_end(more);                                                                           \
        if (is_meant(path) && has_fault(flags & O_CREAT ? WRITES : READS)) return -1;           \
        return opened(REAL(name)(instead(path), flags, mode), path);                            \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                            \
    int name(int folder, const char *path, int flags, ...)                                      \
    {                                                                                           \
        va_list more;                                                                           \
        va_start(more, flags);                                                                  \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;                 \
        va_end(more);                                                                           \
        int is_ours = is_meant(path) || is_open_meant(folder);                                  \
        if (is_ours && has_fault(flags & O_CREAT ? WRITES : READS)) return -1;                  \
        return opened(REAL(name)(folder, instead(path), flags, mode), path);                    \
    }
OPENAT(openat)
OPENAT(openat64)

int close(int file)
{
    if (file >= 0 && file < MOST_FILES) is_under[file] = 0;
    return REAL(close)(file);
}

#define OF_FILE(type, name, kind, parameters, arguments)                                        \
    type name parameters                                                                        \
    {                                                                                           \
        if (is_open_meant(file) && has_fault(kind)) return -1;                                  \
        return REAL(name) arguments;                                                            \
    }
OF_FILE(ssize_t, read, READS, (int file, void *to, size_t size), (file, to, size))
OF_FILE(ssize_t, pread64, READS, (int file, void *to, size_t size, off64_t at), (file, to, size, at))
OF_FILE(ssize_t, write, WRITES, (int file, const void *from, size_t size), (file, from, size))
OF_FILE(ssize_t, pwrite64, WRITES, (int file, const void *from, size_t size, off64_t at), (file, from, size, at))
OF_FILE(int, fsync, WRITES, (int file), (file))
OF_FILE(int, fdatasync, WRITES, (int file), (file))
OF_FILE(int, ftruncate, WRITES, (int file, off_t size), (file, size))
OF_FILE(int, ftruncate64, WRITES, (int file, off64_t size), (file, size))
OF_FILE(off64_t, lseek64, OTHERS, (int file, off64_t by, int from), (file, by, from))
OF_FILE(int, futimens, OTHERS, (int file, const struct timespec times[2]), (file, times))
OF_FILE(int, flock, OTHERS, (int file, int operation), (file, operation))
OF_FILE(int, fchmod, OTHERS, (int file, mode_t mode), (file, mode))

#define OF_PATH(name, kind, parameters, arguments)                                              \
    int name parameters                                                                         \
    {                                                                                           \
        if (is_meant(path) && has_fault(kind)) return -1;                                       \
        return REAL(name) arguments;                                                            \
    }
int flock(int, int);
OF_PATH(mkdir, WRITES, (const char *path, mode_t mode), (path, mode))
OF_PATH(chmod, OTHERS, (const char *path, mode_t mode), (path, mode))
OF_PATH(unlink, OTHERS, (const char *path), (path))
OF_PATH(rename, WRITES, (const char *path, const char *to), (path, to))
OF_PATH(link, WRITES, (const char *path, const char *to), (path, to))
OF_PATH(linkat, WRITES, (int from, const char *path, int folder, const char *to, int flags), (from, path, folder, to, flags))

int statx(int folder, const char *restrict path, int flags, unsigned mask, struct statx *restrict known)
{
    /* The path is declared not to be null, and is where a program asks whether there is such a call. */
    const char *volatile named = path;
    int is_ours = is_meant(named) || (named && !*named && is_open_meant(folder));
    if (is_ours && has_fault(OTHERS)) return -1;
    return REAL(statx)(folder, path, flags, mask, known);
}

DIR *opendir(const char *path)
{
    if (is_meant(path) && has_fault(READS)) return NULL;
    DIR *folder = REAL(opendir)(path);
    if (folder) opened(dirfd(folder), path);
    return folder;
}

struct dirent64 *readdir64(DIR *folder)
{
    if (is_open_meant(dirfd(folder)) && has_fault(READS)) return NULL;
    return REAL(readdir64)(folder);
}
