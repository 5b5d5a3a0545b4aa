import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { plenumBin } from '@plenum/testbed/plenum';
import { completionScripts } from './completion-scripts.ts';

type Shell = keyof typeof completionScripts;

/** Returns the version that a shell reports, or undefined if the shell is not installed. */
export function versionOf(shell: Shell): string | undefined {
  try {
    return execFileSync(shell, ['--version'], { encoding: 'utf8' }).split('\n')[0];
  } catch {
    return undefined;
  }
}

/**
 * Calls the completion function as bash does. The script calls `compopt`, which fails outside a real completion, so
 * `compopt` is replaced by a version that prints its arguments.
 */
const bash = `
source "$PLENUM_SCRIPTS/bash"
compopt() { local IFS=' '; printf 'told %s\\n' "$*"; }
for COMP_LINE in "$@"; do
  COMP_POINT=\${#COMP_LINE}
  _plenum
  printf '%s\\n' "\${COMPREPLY[@]}" "end $COMP_LINE"
done`;

/** Asks fish for the candidates it would show. */
const fish = `
source $PLENUM_SCRIPTS/fish
for line in $argv
  complete -C $line
  echo "end $line"
end`;

/** Types each line and a tab into a zsh in a terminal, and prints the resulting line. */
const zsh = `
zmodload zsh/zpty
zpty -b terminal zsh -f -i
zpty -w terminal "PS1=; stty -echo; fpath=($PLENUM_SCRIPTS/zsh \\$fpath); autoload -Uz compinit; compinit -u -D"
zpty -w terminal "show() { print -r -- \\"became <\\$BUFFER>\\"; zle kill-whole-line }; zle -N show"
zpty -w terminal "bindkey '^X' show; bindkey '^I' complete-word; print ready"
zpty -r terminal said $'*\\nready*'
for line in "$@"; do
  zpty -n -w terminal "$line"$'\\t\\x18'
  zpty -r terminal said '*became <*>*'
  print -r -- "\${\${said##*became <}%>*}|"
  print -r -- "end $line"
done
zpty -d terminal`;

const run: Readonly<Record<Shell, (lines: readonly string[]) => readonly [string, string[]]>> = {
  bash: (lines) => ['bash', ['--norc', '-c', bash, 'bash', ...lines]],
  fish: (lines) => ['fish', ['--no-config', '-c', fish, ...lines]],
  zsh: (lines) => ['zsh', ['-f', '-c', zsh, 'zsh', ...lines]],
};

/** Returns the completions of a real shell for each of these lines, followed by a tab. */
export function typeTabs(shell: Shell, lines: readonly string[]): Readonly<Record<string, string[]>> {
  using own = createDataFolder();
  const folder = own.path;
  writeFileSync(join(folder, 'plenum'), `#!/bin/sh\nexec "${process.execPath}" "${plenumBin}" "$@"\n`);
  chmodSync(join(folder, 'plenum'), 0o755);
  for (const one of ['bash', 'fish'] as const) writeFileSync(join(folder, one), completionScripts[one]);
  mkdirSync(join(folder, 'zsh'));
  writeFileSync(join(folder, 'zsh', '_plenum'), completionScripts.zsh);
  const [file, args] = run[shell](lines);
  const said = execFileSync(file, args, {
    encoding: 'utf8',
    cwd: folder,
    timeout: 120_000,
    env: {
      ...process.env,
      HOME: folder,
      TERM: 'xterm',
      PLENUM_SCRIPTS: folder,
      PATH: `${folder}${delimiter}${process.env.PATH}`,
    },
  });
  const made: Record<string, string[]> = {};
  let seen: string[] = [];
  for (const line of said.split('\n')) {
    const [, ended] = /^end (.*)$/.exec(line) ?? [];
    if (ended === undefined) seen.push(line);
    else {
      made[ended] = seen.filter((each) => each !== '');
      seen = [];
    }
  }
  return made;
}
