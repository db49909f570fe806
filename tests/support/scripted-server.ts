import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface ScriptedServer extends AsyncDisposable {
  url: string;
  /** Every request in order of arrival. */
  seen: SeenRequest[];
}

/** A small HTTP server with scripted answers: for what a real one cannot be made to do on command. */
export async function startScriptedServer(
  answer: (request: SeenRequest, response: ServerResponse, index: number) => void | Promise<void>,
): Promise<ScriptedServer> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const one = { method, path: url, headers, body: await text(request) };
    await answer(one, response, seen.push(one) - 1);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Answers JSON. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Answers a refusal in the server's format. */
export function sendError(response: ServerResponse, status: number, code: string, message = code): void {
  sendJson(response, status, { error: { code, message, request_id: 'r' }, meta: { errors: [message] } });
}
