import { deletionApi } from '@kreide/core/features/settings';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../kernel/reading.ts';

/** How many wait for their deletion to be approved. */
export const useWaitingDeletions = (isAsked = true): number | undefined =>
  useQuery({ ...queryOf(deletionApi.listDeletionRequests, {}), enabled: isAsked }).data?.filter(
    ({ deletion_request_approved }) => deletion_request_approved === null,
  ).length;
