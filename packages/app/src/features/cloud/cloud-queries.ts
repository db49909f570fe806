import {
  CLOUD_BIN_PAGE,
  CLOUD_ORDER_DEFAULT,
  CLOUD_PAGE,
  CLOUDS_PAGE,
  type CloudDirection,
  type CloudFile,
  type CloudGroup,
  type CloudOrder,
  cloudApi,
} from '@kreide/core/features/cloud';
import { infiniteQueryOf, invalidateQueries, queryOf } from '../../kernel/data.ts';

/** What shows files and folders, or counts them. */
export const TOUCHED = [
  cloudApi.list,
  cloudApi.getFile,
  cloudApi.get,
  cloudApi.listOwn,
  cloudApi.listHandIns,
  cloudApi.listReturns,
  cloudApi.getUsage,
  cloudApi.listBin,
  cloudApi.listVersions,
];

export const cloudsQuery = (search = '', group?: CloudGroup) =>
  infiniteQueryOf(cloudApi.listOwn, { query: { ...(search && { search }), ...(group && { group }) } }, CLOUDS_PAGE);

export const cloudQuery = (id: string) => queryOf(cloudApi.get, { params: { id } });

export const folderQuery = (id: string, uuid: string) => queryOf(cloudApi.getFile, { params: { id, uuid } });

/** How much room there is for files, and in the cloud of a channel. */
export const usageQuery = (channelId?: string) =>
  queryOf(cloudApi.getUsage, { query: { ...(channelId !== undefined && { channel_id: channelId }) } });

/** The pupils who have handed something in in a folder. */
export const handInsQuery = (id: string, uuid: string) => queryOf(cloudApi.listHandIns, { params: { id, uuid } });

/** What was given back in a folder. */
export const returnsQuery = (id: string, uuid: string) => queryOf(cloudApi.listReturns, { params: { id, uuid } });

/** What lies in the bin of a cloud. */
export const binQuery = (id: string) =>
  infiniteQueryOf(cloudApi.listBin, { params: { id }, query: {} }, CLOUD_BIN_PAGE);

/** The former contents of a file. */
export const versionsQuery = (id: string, uuid: string) => queryOf(cloudApi.listVersions, { params: { id, uuid } });

export interface Shown {
  parent?: string | undefined;
  orderBy: CloudOrder;
  orderDir: CloudDirection;
  search: string;
}

export const filesQuery = (id: string, { parent, orderBy, orderDir, search }: Shown) =>
  infiniteQueryOf(
    cloudApi.list,
    { params: { id }, query: { orderBy, orderDir, ...(parent && { parent }), ...(search && { search }) } },
    CLOUD_PAGE,
  );

/** Addresses that end are asked for again, but no more often than this, ms: the clock of a device may be wrong. */
const ASKED_AGAIN = 60 * 60 * 1000;

/**
 * How the files on screen are read: what came with the folder or cloud itself is shown at once where nothing else is wished, and before
 * their addresses end they are asked for again.
 */
export function readingOf(shown: Shown, first: { files: readonly CloudFile[]; readAt: number }) {
  const { orderBy, orderDir } = CLOUD_ORDER_DEFAULT;
  const isPlain = shown.search === '' && shown.orderBy === orderBy && shown.orderDir === orderDir;
  const known = { initialData: { pages: [first.files], pageParams: [1] }, initialDataUpdatedAt: first.readAt };
  return {
    ...(isPlain && known),
    refetchInterval: ({ state }: { state: { data?: { pages: readonly (readonly CloudFile[])[] } | undefined } }) => {
      const ends = state.data?.pages[0]?.[0]?.expires_at;
      return ends === undefined ? false : Math.max(ASKED_AGAIN, Date.parse(ends) - Date.now());
    },
  };
}

/** The folders in a folder, for choosing one. */
export const foldersQuery = (id: string, parent: string | undefined) =>
  infiniteQueryOf(
    cloudApi.list,
    { params: { id }, query: { file_type: 'DIR', ...(parent && { parent }) } },
    CLOUD_PAGE,
  );

export async function refreshFiles(): Promise<void> {
  await Promise.all(TOUCHED.map((endpoint) => invalidateQueries(endpoint)));
}
