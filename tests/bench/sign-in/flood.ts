import { parentPort, workerData } from 'node:worker_threads';
import { requestAt } from '../../support/server.ts';

/** What one flood is: who sends it where, and the names that it tries. */
export interface Flood {
  url: string;
  slink: string;
  address: string;
  names: string[];
}

/**
 * A thread that sends one wrong password per name, all at once, says that they are sent, and then the statuses: on a thread of its own, as the one who
 * waits beside a flood does not send it.
 */
const { url, slink, address, names } = workerData as Flood;
const request = requestAt(url);
const statuses = names.map((username) =>
  request('POST', '/v1/auth/login', {
    body: { slink, username, password: 'wrong', stayLoggedIn: false, is_native: true, device_token: null },
    headers: { 'x-forwarded-for': address },
  }).then(
    ({ status }) => status,
    // On a machine that is busy with something else connections of the flood may be cut.
    () => 0,
  ),
);
parentPort?.postMessage('sent');
parentPort?.postMessage(await Promise.all(statuses));
