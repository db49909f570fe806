import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, type Program } from './identity-provider.ts';

export interface SmallProgram extends AsyncDisposable {
  origin: string;
  redirect_uri: string;
  /** Connects it with the provider of a school, with what it was registered with. */
  use(issuer: string, made: { client: string; secret: string | null }): Promise<void>;
}

/** A program of its own on loopback: `/` leads to the sign-in, `/callback` says whom it has signed in, with what it was told. */
export async function startSmallProgram(): Promise<SmallProgram> {
  let program: Program | null = null;
  let begun: Awaited<ReturnType<Program['begin']>> | null = null;
  const server = createServer(async (request, response) => {
    const at = new URL(request.url ?? '/', origin);
    try {
      if (at.pathname === '/') {
        begun = (await program?.begin()) ?? null;
        response.writeHead(303, { location: begun?.url.href ?? '/' }).end();
        return;
      }
      const said = at.searchParams.has('error')
        ? at.searchParams.get('error')
        : JSON.stringify((await program?.take(at, begun?.checks ?? {}))?.claims());
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(`<title>x</title><h1>Hier</h1><p>${said}</p>`);
    } catch (thrown) {
      response.writeHead(500).end(String(thrown));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const redirect_uri = `${origin}/callback`;
  return {
    origin,
    redirect_uri,
    async use(issuer, made) {
      program = await connect(issuer, made, redirect_uri);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
