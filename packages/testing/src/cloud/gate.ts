import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A port of this machine whose connections lead to another port, unless it is shut. */
interface Gate extends AsyncDisposable {
  readonly url: string;
  /** Sets the port that connections lead to. */
  leadTo(port: number): void;
  /** Shuts it, which breaks every connection, or opens it again. */
  setOpen(isOpen: boolean): void;
}

export async function openGate(): Promise<Gate> {
  const sockets = new Set<Socket>();
  let target = 0;
  let isOpen = true;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((from) => {
    if (!isOpen) return void from.destroy();
    const to = keep(connect(target, '127.0.0.1'));
    keep(from).pipe(to).pipe(from);
    from.once('close', () => to.destroy());
    to.once('close', () => from.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (port) => {
      target = port;
    },
    setOpen: (next) => {
      isOpen = next;
      if (!next) breakAll();
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      breakAll();
      await once(server, 'close');
    },
  };
}
