import { type Io, run } from '@plenum/cli';

/** Returns the output of `plenum WORDS --help` in a terminal that is 100 columns wide. */
const helpOf = async (words: readonly string[]): Promise<string> => {
  const lines: string[] = [];
  const io: Io = {
    out: (line) => void lines.push(line),
    err: (line) => void lines.push(line),
    env: {},
    columns: 100,
    color: false,
    isInteractive: false,
    signal: new AbortController().signal,
  };
  await run([...words, '--help'], io);
  return lines.join('\n').trim();
};

/** Returns the commands that a help text lists under "Commands:". */
const commandsIn = (help: string): readonly string[] => {
  const [, list = ''] = /^Commands:\n((?: {2}.*\n?)+)/m.exec(help) ?? [];
  return Array.from(list.matchAll(/^ {2}([a-z][a-z-]*)(?= )/gm), ([, name]) => name!);
};

const chapters = async (words: readonly string[], depth: string): Promise<readonly string[]> => {
  const help = await helpOf(words);
  const below = await Promise.all(commandsIn(help).map((name) => chapters([...words, name], `${depth}#`)));
  return [`${depth} plenum ${words.join(' ')}\n\n\`\`\`text\n${help}\n\`\`\`\n`, ...below.flat()];
};

/** Returns the help of all commands as one document. */
export async function toCommandLine(): Promise<string> {
  const help = await helpOf([]);
  const all = await Promise.all(commandsIn(help).map((name) => chapters([name], '##')));
  return `# The command line

What \`plenum --help\` and \`plenum COMMAND --help\` print. The commands that a bridge takes are in
[commands and refusals](../docs/interface/reference.md).

\`\`\`text
${help}
\`\`\`

${all.flat().join('\n')}`;
}
