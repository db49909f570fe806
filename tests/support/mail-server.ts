import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail as its receiver gets it, and who was named in the envelope. */
export interface ReceivedMail {
  from: string;
  to: string;
  mail: Email;
  /** One header as it was sent, in lower case. */
  header(name: string): string | undefined;
}

/** What the server does with the next mail to an address: a reply code, or it hangs up in the middle of the text. */
export type Refusal = number | 'hang up';

export interface MailServer extends AsyncDisposable {
  readonly port: number;
  readonly received: ReceivedMail[];
  /** Mails that arrived, and those that were refused or cut off. */
  tries(): number;
  /** Connections that were made so far. */
  connections(): number;
  /** Most connections that were open at the same time. */
  mostConnections(): number;
  refuse(to: string, ...next: Refusal[]): void;
  /** Closes the door: who connects is told nothing, until it is opened again at the same port. */
  close(): Promise<void>;
  open(): Promise<void>;
}

/** A mail server on this machine that takes everything, unless it was told otherwise. */
export async function startMailServer({
  user = null,
}: {
  user?: { name: string; password: string } | null;
} = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const refusals = new Map<string, Refusal[]>();
  let [port, tries, connections, open, most] = [0, 0, 0, 0, 0];
  let server = create();

  function create(): SMTPServer {
    const made = new SMTPServer({
      authOptional: user === null,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      closeTimeout: 10,
      onAuth: ({ username, password }, _, done) =>
        username === user?.name && password === user?.password
          ? done(null, { user: username })
          : done(Object.assign(new Error('wrong'), { responseCode: 535 })),
      onConnect: (_, done) => {
        connections += 1;
        open += 1;
        most = Math.max(most, open);
        done();
      },
      onClose: () => {
        open -= 1;
      },
      onRcptTo: ({ address }, _, done) => {
        const [next] = refusals.get(address) ?? [];
        if (typeof next !== 'number') return done();
        tries += 1;
        refusals.get(address)?.shift();
        done(Object.assign(new Error(`<${address}> is refused`), { responseCode: next }));
      },
      onData: async (stream, session, done) => {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk as Buffer);
        tries += 1;
        const to = session.envelope.rcptTo[0]?.address ?? '';
        const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address;
        if (refusals.get(to)?.[0] === 'hang up') {
          refusals.get(to)?.shift();
          for (const connection of made.connections) (connection as { _socket: { destroy(): void } })._socket.destroy();
          return;
        }
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        const header = (name: string) => mail.headers.find((one) => one.key === name)?.value;
        received.push({ from, to, mail, header });
        done();
      },
    });
    made.on('error', () => {});
    return made;
  }

  const listen = async () => {
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const address = server.server.address();
    port = typeof address === 'object' && address !== null ? address.port : port;
  };
  const close = () => new Promise<void>((resolve) => server.close(resolve));
  await listen();
  return {
    get port() {
      return port;
    },
    received,
    tries: () => tries,
    connections: () => connections,
    mostConnections: () => most,
    close,
    refuse: (to, ...next) => void refusals.set(to, next),
    async open() {
      server = create();
      await listen();
    },
    [Symbol.asyncDispose]: close,
  };
}
