import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CERTIFICATES } from './certificates.ts';

const PROGRAM = '/usr/sbin/slapd';
const LOADER = '/usr/sbin/slapadd';
/** Is OpenLDAP's server on this machine (Debian: slapd)? */
export const HAS_SLAPD = existsSync(PROGRAM);

export interface Slapd extends AsyncDisposable {
  /** Encrypted from the first byte, and asked to encrypt. */
  ldaps: string;
  ldap: string;
}

const CONFIG = (folder: string) => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${folder}/pid
TLSCACertificateFile ${folder}/ca.pem
TLSCertificateFile ${folder}/cert.pem
TLSCertificateKeyFile ${folder}/key.pem
security tls=1
database mdb
suffix "dc=school,dc=example"
rootdn "cn=kreide,dc=school,dc=example"
rootpw "secret of kreide"
directory ${folder}/data
index uid eq
`;

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** OpenLDAP's own server on loopback, in a folder of its own, with these entries (LDIF). */
export async function startSlapd(ldif: string): Promise<Slapd> {
  const folder = await mkdtemp(join(tmpdir(), 'kreide-slapd-'));
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  execFileSync('mkdir', [join(folder, 'data')]);
  const { authority, good, key } = CERTIFICATES;
  await write('ca.pem', authority);
  await write('cert.pem', good);
  await write('key.pem', key);
  await write('slapd.conf', CONFIG(folder));
  await write('people.ldif', ldif);
  const config = join(folder, 'slapd.conf');
  execFileSync(LOADER, ['-f', config, '-l', join(folder, 'people.ldif')], { stdio: 'pipe' });
  const ports = [await freePort(), await freePort()];
  const [ldap, ldaps] = [`ldap://127.0.0.1:${ports[0]}`, `ldaps://127.0.0.1:${ports[1]}`];
  // With -d it stays in the foreground.
  const server = spawn(PROGRAM, ['-f', config, '-h', `${ldap}/ ${ldaps}/`, '-d', '0'], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  for (let times = 0; !(await isOpen(ports[1] ?? 0)); times += 1) {
    if (times > 200 || server.exitCode !== null) throw new Error('slapd does not answer');
    await pause(25);
  }
  return {
    ldap,
    ldaps,
    async [Symbol.asyncDispose]() {
      server.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
