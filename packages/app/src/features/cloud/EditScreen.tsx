import { type CloudFileDetails, parseEditPage } from '@kreide/core/features/cloud';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { usePageHead } from '../../kernel/page-head.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { folderQuery } from './cloud-queries.ts';
import { toEditorForm } from './editor-form.ts';

/** The page of `EDIT_PAGE`: hands a file of a cloud to the office server, in this tab (C-2.127). */
export function EditScreen() {
  const [search] = useSearchParams();
  const named = parseEditPage(search);
  return named ? <Opening key={named.uuid} {...named} /> : <Nothing back="/cloud" />;
}

function Opening({ id, uuid }: { id: string; uuid: string }) {
  const { t } = useTranslation('cloud');
  // What opens the file is made anew each time: it ends, and the right to it may be gone.
  const file = useQuery({ ...folderQuery(id, uuid), staleTime: 0, gcTime: 0, refetchOnWindowFocus: false });
  return (
    <Loaded query={file} skeleton={{ type: 'list', label: t('edit.loading') }} errorTitle={t('edit.errorTitle')}>
      {(loaded) => <Handing file={loaded} back={`/cloud/files/${id}`} />}
    </Loaded>
  );
}

function Handing({ file, back }: { file: CloudFileDetails; back: string }) {
  const { t } = useTranslation('cloud');
  usePageHead({ title: file.name });
  const form = toEditorForm(file);
  const sent = useRef(false);
  useEffect(() => {
    if (form === null || sent.current) return;
    sent.current = true;
    form.submit();
  }, [form]);
  if (form === null) return <Nothing back={back} />;
  return (
    <EmptyState
      icon="edit"
      title={t('edit.opening', { name: file.name })}
      action={
        <Button look="primary" icon="edit" onPress={form.submit}>
          {t('edit.open', { name: file.name })}
        </Button>
      }
    />
  );
}

function Nothing({ back }: { back: string }) {
  const { t } = useTranslation('cloud');
  return (
    <EmptyState
      icon="lock"
      title={t('edit.noneTitle')}
      text={t('edit.noneText')}
      action={
        <LinkButton href={back} icon="folder">
          {t('edit.back')}
        </LinkButton>
      }
    />
  );
}
