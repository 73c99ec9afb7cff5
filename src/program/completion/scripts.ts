// What each shell evaluates once. At a TAB it starts the executable that the line names, with the words up to the cursor, and reads lines: the
// kind of what can stand there, and then the words, each with its description after a tab.

/** For bash 3.2 and later. It needs no other script. */
const bash = `# Completion of music-library for bash.
_music_library() {
  # Bash splits words at characters such as = and @. Those without space between them are one word.
  local rest=$COMP_LINE words=() last=-1 i word
  for ((i = 0; i <= COMP_CWORD; i++)); do
    if [[ $i -eq 0 || $rest == [[:space:]]* ]]; then
      last=$((last + 1))
      words[last]=''
    fi
    rest=\${rest#"\${rest%%[![:space:]]*}"}
    word=\${COMP_WORDS[i]}
    words[last]+=$word
    rest=\${rest#"$word"}
  done
  local program=\${words[0]/#\\~\\//$HOME/} current=\${words[last]} kind='' choices=''
  {
    read -r kind
    while IFS=$'\\t' read -r word _; do choices+=$word$'\\n'; done
  } < <("$program" __complete -- "\${words[@]:1}" 2>/dev/null)
  [[ $current != --*=* ]] || current=\${current#*=}
  COMPREPLY=()
  local IFS=$'\\n'
  case $kind in
    words) COMPREPLY=($(compgen -W "$choices" -- "$current")) ;;
    # Bash 3.2 has no compopt.
    file) compopt -o default 2>/dev/null || COMPREPLY=($(compgen -f -- "$current")) ;;
    folder) compopt -o dirnames 2>/dev/null || COMPREPLY=($(compgen -d -- "$current")) ;;
  esac
}
complete -F _music_library music-library
`

/** The file `_music-library` in a folder of `fpath`, or a script to be sourced. */
const zsh = `#compdef music-library
# Completion of music-library for zsh.
_music-library() {
  local program=\${~words[1]}
  local -a lines=("\${(@f)$("$program" __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  [[ $PREFIX != --*=* ]] || compset -P '*='
  case $lines[1] in
    words)
      lines=("\${(@)\${(@)lines[2,-1]//:/\\\\:}/$'\\t'/:}")
      _describe -t values value lines
      ;;
    file) _files ;;
    folder) _files -/ ;;
  esac
}
if [[ $funcstack[1] == _music-library ]]; then
  _music-library "$@"
else
  compdef _music-library music-library
fi
`

/** For fish 3 and later. */
const fish = `# Completion of music-library for fish.
function __music_library
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l program (string replace -r '^~/' "$HOME/" -- $words[1])
    # Otherwise fish prints an error in the line.
    type -q "$program"; or return
    set -l lines ($program __complete -- $words[2..-1] "$current" 2>/dev/null)
    set -l flag (string match -r -- '^--[^=]*=' "$current")
    set -l rest (string replace -- "$flag" '' "$current" | string trim -l -c '"\\'')
    switch "$lines[1]"
        case words
            printf '%s\\n' "$flag"$lines[2..-1]
        case file
            printf '%s\\n' "$flag"(__fish_complete_path "$rest")
        case folder
            printf '%s\\n' "$flag"(__fish_complete_directories "$rest")
    end
end
complete -c music-library -f -a '(__music_library)'
`

export const completionScripts = { bash, zsh, fish }
