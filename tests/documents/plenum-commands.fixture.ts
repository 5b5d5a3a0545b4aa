import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { processIo, run } from '@plenum/cli';

/** Command lines of `plenum` that a script requests in another process and this process runs. */
export interface PlenumCommands extends AsyncDisposable {
  /**
   * Bash code that runs `plenum` with the script's arguments in its folder, and ends with its exit code. It reads
   * neither standard input nor the environment.
   */
  readonly script: string;
  /** Waits until no command runs. Long-running commands end with the script that requested them. */
  readonly idle: () => Promise<void>;
}

const serve = async (socket: Socket): Promise<void> => {
  const end = new AbortController();
  socket.on('error', () => {}).on('close', () => end.abort());
  let asked = '';
  for await (const part of socket.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    asked += part;
    // The folder, the number of arguments, and the arguments, each followed by a zero byte.
    const [folder, count, ...rest] = asked.split('\0');
    if (count === undefined || rest.length <= Number(count)) continue;
    socket.resume();
    const write = (kind: 'out' | 'err') => (text: string) => {
      for (const line of text.replace(/\n$/, '').split('\n')) socket.write(`${kind} ${line}\n`);
    };
    const io = { stdout: { write: write('out') }, stderr: { write: write('err') }, stdin: {}, env: {} };
    process.chdir(folder!);
    const code = await run(rest.slice(0, Number(count)), processIo(end.signal, io));
    socket.end(`end ${code}\n`);
    return;
  }
};

/**
 * Runs commands in this process, where a command takes a tenth of the time that it takes in a separate process, because
 * there is no process to start.
 */
export async function startPlenumCommands(): Promise<PlenumCommands> {
  const folder = process.cwd();
  const running = new Set<Promise<void>>();
  const server = createServer((socket) => {
    const ended = serve(socket).finally(() => running.delete(ended));
    running.add(ended);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const idle = async () => void (await Promise.all(running));
  return {
    script: `exec 3<>/dev/tcp/127.0.0.1/${port}
printf '%s\\0' "$PWD" "$#" "$@" >&3
while IFS= read -r -u 3 line; do
  case $line in
    'out '*) printf '%s\\n' "\${line#out }";;
    'err '*) printf '%s\\n' "\${line#err }" >&2;;
    'end '*) exit "\${line#end }";;
  esac
done
exit 91`,
    idle,
    [Symbol.asyncDispose]: async () => {
      server.close();
      await idle();
      process.chdir(folder);
    },
  };
}
