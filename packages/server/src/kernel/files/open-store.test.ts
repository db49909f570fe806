import { expect, it } from 'vitest';
import { startScriptedServer } from '../../../../../tests/support/scripted-server.ts';
import { openStore } from './open-store.ts';

const S3 = { region: 'garage', bucket: 'kreide-files', prefix: '', access_key: 'A', secret_key: 'B' };

it('a bucket is cleared of what crashed uploads have left in it when it is opened, and opens without that too', async () => {
  await using peer = await startScriptedServer(({ method }, response) => {
    const upload = '<Upload><Key>old</Key><UploadId>old</UploadId><Initiated>2026-11-16T07:00:00Z</Initiated></Upload>';
    response.writeHead(method === 'GET' ? 200 : 403, { 'content-type': 'application/xml' });
    response.end(method === 'GET' ? `<ListMultipartUploadsResult>${upload}</ListMultipartUploadsResult>` : '');
  });
  const place = { folder: '/nowhere', s3: { ...S3, endpoint: peer.url } };
  await openStore(place, new Date('2026-11-18T07:00:00Z'));
  expect(peer.seen.map(({ method }) => method)).toEqual(['GET', 'DELETE']);
});
