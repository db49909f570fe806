import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeForms } from './bodies.ts';
import { toApiError } from './failures.ts';
import { receiveForm } from './uploads.ts';

const LIMITS = { max_files: 10, max_bytes: 1000 };
let folder: string;
let app: FastifyInstance;
/** What came of the last form. */
let codes: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kreide-forms-'));
  app = Fastify();
  takeForms(app, (scope) => {
    scope.post('/', async (request) => {
      if (request.headers.late === 'true') await new Promise((resolve) => request.raw.once('close', resolve));
      const form = await receiveForm(request, LIMITS, folder).catch((thrown) => {
        codes.push(toApiError(thrown).code);
        throw thrown;
      });
      await form.discard();
      return form.files.map(({ name }) => name);
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const addressOf = () => app.server.address() as AddressInfo;

describe('a form with files', () => {
  it('keeps their names as they are on the machine of the sender, quotes and percent signs too', async () => {
    const names = ['Plan "A" 50 %.pdf', '"', 'Übung; filename=x.txt', "l'été.pdf", '100%2.csv'];
    const body = new FormData();
    for (const name of names) body.append('files', new File(['x'], name));
    const answer = await fetch(`http://127.0.0.1:${addressOf().port}/`, { method: 'POST', body });
    expect(await answer.json()).toEqual(names);
  });

  it.each(['before it is read', 'while it is read'])(
    'that breaks off %s is the matter of its sender [D-4.08]',
    async (when) => {
      codes = [];
      const isLate = when === 'before it is read';
      const socket = connect(addressOf().port, '127.0.0.1');
      const part = '--x\r\ncontent-disposition: form-data; name="files"; filename="plan.csv"\r\n\r\nlesson_id;';
      const type = `content-type: multipart/form-data; boundary=x\r\nlate: ${isLate}`;
      socket.write(`POST / HTTP/1.1\r\nhost: a\r\n${type}\r\ncontent-length: 900\r\n\r\n${part}`);
      if (isLate) socket.destroySoon();
      else {
        await expect.poll(async () => (await readdir(folder, { recursive: true })).length).toBe(2);
        socket.destroy();
      }
      await expect.poll(() => codes).toEqual(['malformed']);
      expect(await readdir(folder)).toEqual([]);
    },
  );
});
