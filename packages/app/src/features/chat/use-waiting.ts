import { chatApi } from '@kreide/core/features/channels';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../kernel/reading.ts';

/** How many reports nobody has decided, at most a page of them. */
export const useOpenReports = (): number | undefined =>
  useQuery(queryOf(chatApi.listReports, { query: { is_open: '1' } })).data?.length;
