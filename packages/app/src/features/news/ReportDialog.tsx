import { type NewsItem, newsApi, REPORT_MAXIMUM } from '@kreide/core/features/news';
import { useMutation } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { ReportDialog as Dialog } from '../../kernel/ReportDialog.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { toasts } from '../../ui/toast-store.ts';

/** Reports an item to the administration of the school (C-6.36). */
export function ReportDialog({ item: { id, title }, onClose }: { item: NewsItem; onClose: () => void }) {
  const { t } = useTranslation('news');
  const report = useMutation({
    ...mutationOf(newsApi.report, { messages: false }),
    onSuccess: () => {
      toasts.show('success', t('report.sent'), { topic: 'news report' });
      onClose();
    },
  });
  return (
    <Dialog
      texts={{
        title: t('menu.report'),
        about: t('report.about', { title }),
        label: t('report.text'),
        send: t('report.send'),
        cancel: t('form.cancel'),
      }}
      maximum={REPORT_MAXIMUM}
      onSend={(text) => report.mutateAsync({ params: { id: String(id) }, body: { text } })}
      onClose={onClose}
    />
  );
}
