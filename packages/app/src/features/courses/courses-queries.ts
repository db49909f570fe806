import { coursesApi } from '@kreide/core/features/courses';
import { timetableApi } from '@kreide/core/features/timetable';
import { ApiError } from '@kreide/core/kernel';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../kernel/client.ts';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { keyOf } from '../../kernel/keys.ts';

const of = (id: number) => ({ params: { id: `${id}` } });

/** Is there something to choose? The header need-change says so; the courses are read only then (T-7.05, T-7.06). */
export const needQuery = (id: number) =>
  queryOptions<boolean, ApiError>({
    queryKey: keyOf(coursesApi.checkAvailable, of(id)),
    queryFn: async ({ signal }) => {
      try {
        return !(await client.callIfChanged(coursesApi.checkAvailable, of(id), { signal })).notModified;
      } catch (thrown) {
        throw ApiError.from(thrown);
      }
    },
  });

export const availableQuery = (id: number) => queryOf(coursesApi.listAvailable, of(id));
export const selectionQuery = (id: number) => queryOf(coursesApi.getSelection, of(id));
export const participantsQuery = (id: number) => queryOf(coursesApi.listParticipants, of(id));

const touches = [
  coursesApi.checkAvailable,
  coursesApi.listAvailable,
  coursesApi.getSelection,
  coursesApi.listParticipants,
  timetableApi.get,
];
export const saveSelection = mutationOf(coursesApi.setSelection, { messages: false, touches });
export const resetSelection = mutationOf(coursesApi.reset, { messages: false, touches });
export const updateEnrolment = mutationOf(coursesApi.updateEnrolment, { messages: false, touches });
export const revokeEnrolment = mutationOf(coursesApi.revokeEnrolment, { messages: false, touches });
