const documentation = [...new Bun.Glob('docs/**/*.{md,png}').scanSync(`${import.meta.dir}/../..`)]
  .sort()
  .map((path) => `usr/share/doc/music-library/${path}`)

/** The files of the Debian package, in the order of the package. */
export const debPaths = [
  'etc/music-library.toml',
  'usr/bin/music-library',
  'usr/lib/systemd/system/music-library.service',
  'usr/lib/sysusers.d/music-library.conf',
  'usr/share/bash-completion/completions/music-library',
  'usr/share/doc/music-library/CHANGELOG.md.gz',
  'usr/share/doc/music-library/README.Debian',
  'usr/share/doc/music-library/README.md',
  'usr/share/doc/music-library/changelog.gz',
  'usr/share/doc/music-library/copyright',
  ...documentation,
  'usr/share/doc/music-library/examples/music-library-offsite.service',
  'usr/share/doc/music-library/examples/music-library-offsite.timer',
  'usr/share/doc/music-library/examples/music-library-scan.service',
  'usr/share/doc/music-library/examples/music-library-scan.timer',
  'usr/share/doc/music-library/examples/prometheus-rules.yml',
  'usr/share/fish/vendor_completions.d/music-library.fish',
  'usr/share/lintian/overrides/music-library',
  'usr/share/man/man1/music-library.1.gz',
  'usr/share/zsh/vendor-completions/_music-library',
]
