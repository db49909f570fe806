import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Client } from 'pg';

/** Connections to a database that can be cut in the middle of whatever they carry, as a failing network does. */
export interface DatabaseRelay extends AsyncDisposable {
  connectionString: string;
  /** Resets the open connections, at most so many; returns how many there were. */
  cut(most?: number): number;
}

export async function startDatabaseRelay(to: string): Promise<DatabaseRelay> {
  const { host, port, user = '', database = '', password } = new Client({ connectionString: to });
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const onward = connect(target);
    open.add(socket);
    const end = () => {
      open.delete(socket);
      socket.destroy();
      onward.destroy();
    };
    for (const side of [socket, onward]) side.on('error', end).on('close', end);
    socket.pipe(onward);
    onward.pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const account = [user, ...(password ? [password] : [])].map(encodeURIComponent).join(':');
  const cut = (most = Number.POSITIVE_INFINITY) => {
    const chosen = [...open].slice(0, most);
    for (const socket of chosen) socket.resetAndDestroy();
    return chosen.length;
  };
  return {
    connectionString: `postgresql://${account}@127.0.0.1:${(server.address() as AddressInfo).port}/${encodeURIComponent(database)}`,
    cut,
    async [Symbol.asyncDispose]() {
      server.close();
      cut();
    },
  };
}
