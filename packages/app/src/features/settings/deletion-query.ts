import { type DeletionStatus, deletionApi } from '@kreide/core/features/settings';
import { queryOf, writeQuery } from '../../kernel/data.ts';
import { SELF } from './save-change.ts';

export const deletionQuery = queryOf(deletionApi.getDeletionStatus, SELF, { staleTime: 0 });

/** What the server answered, or that there is no request any more. */
export const writeDeletion = (status: DeletionStatus): Promise<void> =>
  writeQuery(deletionApi.getDeletionStatus, SELF, status);

export const NO_DELETION: DeletionStatus = {
  deletion_request_submitted: null,
  deletion_request_approved: null,
  deletion_reversion_window: null,
};
