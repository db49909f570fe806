import {
  CLOUD_BIN_PAGE,
  CLOUD_PAGE,
  CLOUDS_PAGE,
  type CloudDirection,
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
