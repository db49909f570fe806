import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A conformance peer of a translation service on loopback, written from the published description of LibreTranslate. */
export interface TranslationService extends AsyncDisposable {
  readonly url: string;
  /** What was sent to it, in order. */
  readonly asked: { q: readonly string[]; target: string; format?: 'html' }[];
  /** Makes something else of each text. */
  turn: ((text: string) => string) | null;
  /** Answers nothing but an error. */
  isDown: boolean;
}

const KEY = 'key-of-the-peer';

async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString());
}

/** Knows German, English and Ukrainian; a translation is the text with the code of the language before it. */
export async function startTranslationService(): Promise<TranslationService & { key: string }> {
  const asked: { q: readonly string[]; target: string; format?: 'html' }[] = [];
  const languages = [
    { code: 'de', name: 'German', targets: ['en', 'uk'] },
    { code: 'en', name: 'English', targets: ['de', 'uk'] },
    { code: 'uk', name: 'Ukrainian', targets: ['de', 'en'] },
  ];
  const server = createServer((request, response) => {
    const say = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    void (async () => {
      if (service.isDown) return say(500, { error: 'down' });
      if (request.method === 'GET' && request.url === '/languages') return say(200, languages);
      if (request.method !== 'POST' || request.url !== '/translate') return say(404, { error: 'not found' });
      const body = (await readJson(request)) as Record<string, unknown>;
      if (body.api_key !== KEY) return say(403, { error: 'Invalid API key' });
      const { q, source, target, format } = body;
      if (
        !Array.isArray(q) ||
        source !== 'auto' ||
        (format !== 'text' && format !== 'html') ||
        typeof target !== 'string'
      )
        return say(400, { error: 'Invalid request' });
      if (!languages.some(({ code }) => code === target)) return say(400, { error: `${target} is not supported` });
      asked.push({ q, target, ...(format === 'html' && { format }) });
      // As the real one: the elements stay where they are.
      const mark = (text: string) =>
        format === 'html' && text.startsWith('<') ? text.replace(/>/, `>[${target}] `) : `[${target}] ${text}`;
      return say(200, { translatedText: q.map(service.turn ?? mark) });
    })();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const service: TranslationService & { key: string } = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    isDown: false,
    turn: null,
    key: KEY,
    [Symbol.asyncDispose]: () => new Promise<void>((done) => void server.close(() => done())),
  };
  return service;
}
