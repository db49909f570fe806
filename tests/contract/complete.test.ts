import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract, endpointsOf } from '@kreide/core/contract';
import { describe, expect, it } from 'vitest';
import { readRights } from '../support/contract/rights-table.ts';
import { ROOT } from '../support/server.ts';

const HERE = import.meta.dirname;
/** The requirements lie beside the repository, where they are at hand. */
const SPECIFICATION = join(ROOT, '../shared/spec');
const features = Object.keys(contract).sort();
const foldersWith = (file: string) =>
  globSync(`*/${file}`, { cwd: HERE })
    .map((path) => path.slice(0, -file.length - 1))
    .sort();
const rows = foldersWith('rights.tsv').flatMap((feature) =>
  readRights(join(HERE, feature, 'rights.tsv')).map((row) => ({ feature, ...row })),
);

describe('the folders of the contract', () => {
  it('are one for each feature, with its calls, which are tried by every convention, and its table of rights [D-4.07]', () => {
    expect(foldersWith('calls.ts')).toEqual(features);
    expect(foldersWith('rights.tsv')).toEqual(features);
    for (const feature of features)
      expect(readFileSync(join(HERE, feature, 'calls.ts'), 'utf8')).toContain(`describeContract('${feature}', `);
  });

  it('have rows for every endpoint of their feature and name no other [D-4.07]', () => {
    const declared = endpointsOf().map(({ name }) => name);
    expect([...new Set(rows.map((row) => row.endpoint))].sort()).toEqual(declared.sort());
    expect(rows.filter(({ feature, endpoint }) => !endpoint.startsWith(`${feature}.`))).toEqual([]);
  });

  it.skipIf(!existsSync(SPECIFICATION))('name a requirement in each row, and only such as there are', () => {
    const lines = globSync('requirements-*.tsv', { cwd: SPECIFICATION }).flatMap((file) =>
      readFileSync(join(SPECIFICATION, file), 'utf8').split('\n'),
    );
    const known = new Set(lines.map((line) => line.split('\t')[0]));
    const wrong = rows.filter(({ requirement }) => !requirement.split(' ').every((id) => id !== 'id' && known.has(id)));
    expect(wrong).toEqual([]);
  });
});
