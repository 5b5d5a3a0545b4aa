import { createSocket, type Socket } from 'node:dgram';
import { toListenFailure } from '../failure/failure.ts';

/** Binds a UDP socket that may share its port, as every listener of a broadcast does. */
export const listenUdp = (host: string, port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = createSocket({ type: 'udp4', reuseAddr: true });
    const fail = (error: Error) => {
      socket.close();
      reject(toListenFailure(error, { protocol: 'UDP', host, port }));
    };
    socket.once('error', fail);
    socket.bind(port, host, () => {
      socket.off('error', fail);
      resolve(socket);
    });
  });
