export const shells = ['bash', 'zsh', 'fish'] as const;

/** The script for each shell; it gets candidates from `plenum __complete`. */
export const completionScripts: Readonly<Record<(typeof shells)[number], string>> = {
  bash: `# plenum completion bash >> ~/.bashrc
_plenum() {
  local line=\${COMP_LINE:0:COMP_POINT} words current IFS=$' \\t\\n'
  read -ra words <<< "$line"
  [[ $line == *' ' ]] && words+=('')
  current=\${words[-1]}
  IFS=$'\\n'
  COMPREPLY=($(plenum __complete -- "\${words[@]:1}" 2>/dev/null))
  [[ \${COMPREPLY[0]} == *= ]] && compopt -o nospace
  [[ $current == *=* ]] && COMPREPLY=("\${COMPREPLY[@]#"\${current%"\${current##*=}"}"}")
}
complete -F _plenum plenum`,

  zsh: `#compdef plenum
# plenum completion zsh > a file named _plenum in a folder of $fpath
_plenum() {
  local -a found
  found=("\${(@f)$(plenum __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  found=(\${found:#})
  compadd -M 'm:{a-zA-Z}={A-Za-z}' -S '' -- \${(M)found:#*=}
  compadd -M 'm:{a-zA-Z}={A-Za-z}' -- \${found:#*=}
}
if [[ $funcstack[1] == _plenum ]]; then _plenum "$@"; else compdef _plenum plenum; fi`,

  fish: `# plenum completion fish > ~/.config/fish/completions/plenum.fish
function __plenum_complete
  set -l words (commandline -opc) (commandline -ct)
  plenum __complete -- $words[2..-1] 2>/dev/null
end
complete -c plenum -f -a '(__plenum_complete)'`,
};
