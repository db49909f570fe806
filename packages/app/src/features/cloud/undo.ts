import { type CloudFile, cloudApi } from '@kreide/core/features/cloud';
import { client } from '../../kernel/client.ts';
import { refreshFiles } from './cloud-queries.ts';

/** Where some files were before they were moved, and what they were called. */
export type Places = readonly { uuid: string; name: string; parent: string | null }[];

export const placesOf = (files: readonly CloudFile[]): Places =>
  files.map(({ uuid, name, parent }) => ({ uuid, name, parent: parent?.uuid ?? null }));

const QUIET = { messages: false } as const;

/**
 * Moves files back to where each was. One that got a number on the way gets its name back, unless that is taken there by now.
 */
export async function moveBack(id: string, places: Places): Promise<void> {
  const params = { id };
  const byParent = Map.groupBy(places, ({ parent }) => parent);
  try {
    const moved: CloudFile[] = [];
    for (const [parent, files] of byParent) {
      const body = { files_uuid: files.map(({ uuid }) => uuid), parent };
      moved.push(...(await client.call(cloudApi.move, { params, body }, QUIET)).data);
    }
    const names = new Map(places.map(({ uuid, name }) => [uuid, name]));
    for (const { uuid, name, meta } of moved) {
      const former = names.get(uuid) ?? name;
      const body = { path: meta.absolute_path, new_path: former };
      // With the number it is where it was, too.
      if (former !== name) await client.call(cloudApi.rename, { params, body }, QUIET).catch(() => undefined);
    }
  } finally {
    await refreshFiles();
  }
}
