import {
  CLOUD_UPLOAD_MAXIMUM,
  type Cloud,
  type CloudFileDetails,
  cloudApi,
  type HandIn,
  RETURN_REMARK_MAXIMUM,
  returnProblem,
} from '@kreide/core/features/cloud';
import { FILE_MAXIMUM_BYTES, UPLOAD_TIMEOUT } from '@kreide/core/features/files';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toMegabytes } from '../../kernel/chosen-files.ts';
import { mutationOf } from '../../kernel/data.ts';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { toSaid } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { TOUCHED } from './cloud-queries.ts';
import { Returns } from './Returns.tsx';

interface ReturnDialogProps {
  cloud: Cloud;
  folder: CloudFileDetails;
  pupil: HandIn;
  onClose: () => void;
}

/** Gives a remark and corrected files back to one pupil; below stands what they have been given. */
export function ReturnDialog({ cloud, folder, pupil, onClose }: ReturnDialogProps) {
  const { t } = useTranslation('cloud');
  const [tooMuch, setTooMuch] = useState<string | null>(null);
  const name = `${pupil.firstname} ${pupil.lastname}`;
  const { mutateAsync } = useMutation(
    mutationOf(cloudApi.giveBack, { touches: TOUCHED, timeout: UPLOAD_TIMEOUT, retries: 0 }),
  );
  const form = useForm({
    initial: { remark: '', files: [] as readonly File[] },
    problems: ({ remark, files }) => {
      const rule = returnProblem({ remark, files: files.length });
      return rule ? [{ field: 'remark', text: t(`rules.${rule}`, { maximum: RETURN_REMARK_MAXIMUM }) }] : [];
    },
    send: ({ remark, files }) =>
      mutateAsync({
        params: { id: String(cloud.id), uuid: folder.uuid },
        body: { user_id: String(pupil.user_id), remark },
        files: files.map((file) => ({ name: file.name, content: file })),
      }),
    onSaved: () => {
      toasts.show('success', t('returns.done', { name }));
      onClose();
    },
    toWords: toSaid,
  });
  const { values, change } = form;

  function add(added: readonly File[]) {
    const large = added.find(({ size }) => size > FILE_MAXIMUM_BYTES);
    const fitting = added.filter(({ size }) => size <= FILE_MAXIMUM_BYTES);
    // One that is chosen again takes the place of the first.
    const kept = values.files.filter((one) => !fitting.some((file) => file.name === one.name));
    const all = [...kept, ...fitting];
    if (large) setTooMuch(t('upload.tooLarge', { name: large.name, maximum: toMegabytes(FILE_MAXIMUM_BYTES) }));
    else setTooMuch(all.length > CLOUD_UPLOAD_MAXIMUM ? t('upload.tooMany', { maximum: CLOUD_UPLOAD_MAXIMUM }) : null);
    change({ files: all.slice(0, CLOUD_UPLOAD_MAXIMUM) });
  }

  return (
    <FormDialog
      title={t('returns.giveTo', { name })}
      form={form}
      texts={{ send: t('returns.give'), cancel: t('cancel') }}
      intro={<p>{t('returns.about', { name })}</p>}
      after={<Returns cloud={cloud} folder={folder} pupil={pupil} />}
      onClose={onClose}
    >
      <TextField
        label={t('returns.remark')}
        lines={3}
        value={values.remark}
        onChange={(remark) => change({ remark })}
        errorMessage={form.errorOf('remark')}
      />
      <FileDrop
        onAdd={add}
        texts={{
          drop: t('upload.drop'),
          choose: t('upload.choose'),
          hint: t('upload.hint', { maximum: toMegabytes(FILE_MAXIMUM_BYTES) }),
        }}
        chosen={{
          files: values.files,
          label: t('upload.chosen'),
          remove: (file) => t('upload.remove', { name: file }),
          onRemove: (file) => change({ files: values.files.filter((one) => one !== file) }),
        }}
      />
      <Problem text={tooMuch} />
    </FormDialog>
  );
}
