/* Runs a fuzz target over the files named, or all files of a folder named, in any compiler: so that
 * what a fuzzer once found is tested with every build. */
#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define INPUT_MAX ((size_t)4 << 20)

static int replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(INPUT_MAX);
    if (!file || !data) {
        fprintf(stderr, "replay: cannot read %s\n", path);
        if (file)
            fclose(file);
        free(data);
        return -1;
    }
    size_t size = fread(data, 1, INPUT_MAX, file);
    fclose(file);
    /* A copy of exactly this size, so that AddressSanitizer sees a read past its end. */
    uint8_t *exact = malloc(size > 0 ? size : 1);
    if (exact) {
        memcpy(exact, data, size);
        LLVMFuzzerTestOneInput(exact, size);
    }
    free(exact);
    free(data);
    return exact ? 1 : -1;
}

static int replay_folder(const char *path)
{
    DIR *folder = opendir(path);
    if (!folder) {
        fprintf(stderr, "replay: cannot read %s\n", path);
        return -1;
    }
    int count = 0;
    for (struct dirent *entry = readdir(folder); entry && count >= 0; entry = readdir(folder)) {
        char name[4096];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        count = replay_file(name) < 0 ? -1 : count + 1;
    }
    closedir(folder);
    return count;
}

int main(int argc, char **argv)
{
    int total = 0;
    for (int i = 1; i < argc; i++) {
        struct stat about;
        bool is_folder = stat(argv[i], &about) == 0 && S_ISDIR(about.st_mode);
        int count = is_folder ? replay_folder(argv[i]) : replay_file(argv[i]);
        if (count < 0)
            return 1;
        total += count;
    }
    printf("replay: %d inputs\n", total);
    return total > 0 ? 0 : 1;
}
