import { timetableImportApi, type Upload } from '@kreide/core/features/timetable-import';
import { useMutation, useQuery } from '@tanstack/react-query';
import { mutationOf, queryOf, writeQuery } from '../../kernel/data.ts';

/** Pause between two looks at an upload that is being read, ms. */
const LOOK_EVERY = 1_000;

/** Is the server still at it? */
export function isBeingRead({ state }: Pick<Upload, 'state'>): boolean {
  return state === 'QUEUED' || state === 'PROCESSING';
}

/** One upload, followed while it is being read; its difference is from the plan in force at each look (T-7.27). Null: none. */
export function useUpload(uuid: string | null) {
  return useQuery({
    ...queryOf(
      timetableImportApi.get,
      { params: { uuid: uuid ?? '' } },
      { staleTime: 0, refetchOnWindowFocus: 'always' },
    ),
    enabled: uuid !== null,
    refetchInterval: ({ state: { data } }) => (data && isBeingRead(data) ? LOOK_EVERY : false),
  });
}

const show = (upload: Upload) => writeQuery(timetableImportApi.get, { params: { uuid: upload.uuid } }, upload);
const options = { messages: false, touches: [timetableImportApi.list, timetableImportApi.get] };

/** The actions for an upload; the answer is shown at once. */
export function useUploadActions() {
  return {
    publish: useMutation({ ...mutationOf(timetableImportApi.publish, options), onSuccess: show }),
    discard: useMutation({ ...mutationOf(timetableImportApi.discard, options), onSuccess: show }),
    reprocess: useMutation({ ...mutationOf(timetableImportApi.reprocess, options), onSuccess: show }),
    undo: useMutation({ ...mutationOf(timetableImportApi.undo, options), onSuccess: show }),
  };
}
