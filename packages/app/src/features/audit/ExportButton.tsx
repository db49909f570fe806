import { auditApi, toExportName } from '@kreide/core/features/audit';
import { type ApiError, toLocal } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { toReason } from '../../kernel/reason.ts';
import { saveFile } from '../../kernel/save-file.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { toasts } from '../../ui/toast-store.ts';
import type { AuditWish } from './use-audit-wish.ts';

/** What the filters show, as a file for a spreadsheet. */
export function ExportButton({ wish }: { wish: AuditWish }) {
  const { t } = useTranslation(['audit', 'errors']);
  const { school } = useSelf();
  const { mutate, isPending } = useMutation({
    ...mutationOf(auditApi.exportCsv, { messages: false }),
    onSuccess: (content) => saveFile(content, toExportName(school.slink, toLocal(new Date(), school.time_zone).date)),
    onError: (error: ApiError) =>
      toasts.show('error', t('export.failed', { reason: error.issues[0]?.message ?? toReason(t, error) })),
  });
  return (
    <Button
      icon="download"
      isPending={isPending}
      onPress={() => mutate({ params: { id: `${school.id}` }, query: wish })}
    >
      {t('export.action')}
    </Button>
  );
}
