import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const PROGRAM = '/usr/sbin/apache2';
const MODULES = '/usr/lib/apache2/modules';
/** Is Apache with mod_auth_openidc on this machine (Debian: `apt-get install apache2 libapache2-mod-auth-openidc`)? */
export const HAS_APACHE = existsSync(PROGRAM) && existsSync(join(MODULES, 'mod_auth_openidc.so'));

/** A page that only people of the school may see, and where the service leads back to. */
export const GUARDED = '/inside/';
export const BACK_PATH = '/inside/back';

const MODULE_NAMES = [
  'mpm_event',
  'authn_core',
  'authz_core',
  'authz_user',
  'dir',
  'mime',
  'include',
  'filter',
  'auth_openidc',
];

const CONFIG = (folder: string, port: number, { issuer, client, secret }: RegisteredProgram) => `
ServerRoot ${folder}
ServerName 127.0.0.1
PidFile ${folder}/pid
Listen 127.0.0.1:${port}
ErrorLog ${folder}/error.log
${MODULE_NAMES.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join('\n')}
${process.getuid?.() === 0 ? 'User www-data\nGroup www-data' : ''}
DocumentRoot ${folder}/pages
TypesConfig /dev/null
DirectoryIndex index.shtml
<Directory ${folder}/pages>
  Options +Includes
  AddType text/html .shtml
  AddOutputFilter INCLUDES .shtml
  Require all granted
</Directory>
OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration
OIDCClientID ${client}
OIDCClientSecret ${secret}
OIDCRedirectURI http://127.0.0.1:${port}${BACK_PATH}
OIDCCryptoPassphrase of-the-program
OIDCScope "openid profile email roles"
OIDCPKCEMethod S256
OIDCRemoteUserClaim preferred_username
OIDCPassClaimsAs environment
<Location ${GUARDED}>
  AuthType openid-connect
  Require valid-user
</Location>
`;
const PAGE =
  '<!--#echo var="REMOTE_USER" -->, <!--#echo var="OIDC_CLAIM_email" -->, <!--#echo var="OIDC_CLAIM_roles" -->';

export interface RegisteredProgram {
  readonly issuer: string;
  readonly client: string;
  readonly secret: string;
}

/** Apache with one page that mod_auth_openidc guards, on that port of loopback. */
export async function startApache(port: number, registered: RegisteredProgram): Promise<AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'kreide-apache-'));
  await mkdir(join(folder, 'pages/inside'), { recursive: true });
  await writeFile(join(folder, 'pages/inside/index.shtml'), PAGE);
  await writeFile(join(folder, 'apache.conf'), CONFIG(folder, port, registered));
  // Its workers are another user where the tests are root.
  await chmod(folder, 0o755);
  const server = spawn(PROGRAM, ['-f', join(folder, 'apache.conf'), '-DFOREGROUND'], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  for (let times = 0; ; times += 1) {
    if (times > 400 || server.exitCode !== null) throw new Error('Apache does not answer');
    const answer = await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).catch(() => null);
    if (answer) break;
    await pause(25);
  }
  return {
    async [Symbol.asyncDispose]() {
      server.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
