import fc from 'fast-check';
import SCIMMY from 'scimmy';
import { describe, expect, it } from 'vitest';
import { GROUP, PATCH_OP } from '../../../../../tests/support/scim.ts';
import { matches, parseFilter } from './filter.ts';
import { parseOperations, patch } from './patch.ts';

/** Groups as they are sent, classes and courses. */
const GROUPS = [
  { id: '1', displayName: '7a', externalId: 'g7a', members: [{ value: 'ada', display: 'Ada Berg' }] },
  { id: '2', displayName: '7b', members: [{ value: 'ben' }, { value: 'cem', display: 'Cem Tal' }] },
  { id: 'course-1', displayName: 'course:bio1', externalId: 'k1', members: [{ value: 'ada' }, { value: 'cem' }] },
  { id: 'course-2', displayName: 'course:Art', members: [{ value: 'dea' }] },
].map((one) => ({ schemas: [GROUP], ...one }));

const found = (filter: string) => {
  const parsed = parseFilter(filter);
  return GROUPS.filter((one) => matches(one, parsed)).map(({ id }) => id);
};
const foundThere = (filter: string) => new SCIMMY.Types.Filter(filter).match(GROUPS).map(({ id }) => id);

describe('beside another library (scimmy)', () => {
  it('a filter finds the same groups, however its parts are put together [D-6.10]', () => {
    const part = fc.constantFrom(
      'displayName eq "7a"',
      'displayName eq "course:bio1"',
      'displayName sw "course:"',
      'displayName co "1"',
      'displayName ew "b"',
      'displayName ne "7b"',
      'externalId pr',
      'id eq "course-2"',
      'members.value eq "cem"',
      'members[value eq "ada"]',
    );
    const word = fc.constantFrom('and', 'or');
    // The other one reads no brackets within each other, and takes what is said of a list several times to be said of one value.
    const single = part.filter((text) => !text.startsWith('members'));
    const filter = fc.oneof(
      part,
      single.map((one) => `not (${one})`),
      fc.tuple(single, word, single, word, part).map((parts) => parts.join(' ')),
      fc.tuple(single, single, part).map(([one, two, three]) => `(${one} or ${two}) and ${three}`),
      fc.tuple(part, single).map(([one, two]) => `${one} and not (${two})`),
    );
    fc.assert(
      fc.property(filter, (text) => {
        expect(found(text), text).toEqual(foundThere(text));
      }),
      { numRuns: 400 },
    );
  });

  it('what Entra and Okta send to change a group makes the same group of it [D-6.10]', async () => {
    const [former] = GROUPS.slice(1);
    const sent: object[][] = [
      [{ op: 'Add', path: 'members', value: [{ value: 'eva' }] }],
      [{ op: 'add', path: 'members', value: [{ value: 'eva' }, { value: 'fay' }] }],
      [{ op: 'Remove', path: 'members[value eq "ben"]' }],
      [{ op: 'remove', path: 'members' }],
      [{ op: 'Replace', path: 'displayName', value: 'course:x' }],
      [{ op: 'replace', value: { displayName: '7c', externalId: 'k9' } }],
      [{ op: 'replace', path: 'members', value: [{ value: 'eva' }] }],
      [
        { op: 'add', path: 'members', value: [{ value: 'eva' }] },
        { op: 'remove', path: 'members[value eq "cem"]' },
        { op: 'Replace', path: 'externalId', value: 'k10' },
      ],
    ];
    for (const Operations of sent) {
      const message = { schemas: [PATCH_OP], Operations };
      const ours = patch({ ...former }, parseOperations(message)) as Record<string, unknown>;
      const there = new SCIMMY.Messages.PatchOp(message as never);
      const theirs = (await there.apply(new SCIMMY.Schemas.Group(former as never, 'out') as never)) as never as Record<
        string,
        unknown
      >;
      // Where nothing changes or the last one has gone, one says an empty list, the other nothing.
      const said = (of: Record<string, unknown>) => ({
        displayName: of.displayName,
        externalId: of.externalId,
        members: ((of.members ?? []) as { value: string }[]).map(({ value }) => value),
      });
      expect(said(ours), JSON.stringify(Operations)).toEqual(said(theirs));
    }
  });
});
