import { type Invoice, type InvoiceFile, managementApi } from '@kreide/core/features/management';
import type { ApiError } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { toReason } from '../../kernel/reason.ts';
import { saveFile } from '../../kernel/save-file.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Policies.module.css';

/** An invoice to keep and to hand on; where a file is missing, why. */
export function InvoiceFiles({ invoice, contract }: { invoice: Invoice; contract: string }) {
  const { t } = useTranslation('management');
  const { files } = invoice;
  return (
    <>
      <div className={styles.actions}>
        {files.map((file) => (
          <FileButton key={file} file={file} number={invoice.number} contract={contract} />
        ))}
      </div>
      {files.length === 0 && <p className={styles.about}>{t('eInvoice.none')}</p>}
      {files.length > 0 && !files.includes('xrechnung') && <p className={styles.about}>{t('eInvoice.noXml')}</p>}
    </>
  );
}

function FileButton({ file, number, contract }: { file: InvoiceFile; number: string; contract: string }) {
  const { t } = useTranslation(['management', 'errors']);
  const { school } = useSelf();
  const isPdf = file === 'zugferd';
  const { mutate, isPending } = useMutation({
    ...mutationOf(managementApi.getInvoiceFile, { messages: false }),
    onSuccess: (content) => saveFile(content, `${number}.${isPdf ? 'pdf' : 'xml'}`),
    onError: (error: ApiError) => toasts.show('error', t('quotations.failed', { reason: toReason(t, error) })),
  });
  return (
    <Button
      icon="download"
      isPending={isPending}
      onPress={() => mutate({ params: { id: `${school.id}`, contract, file } })}
    >
      {t(isPdf ? 'eInvoice.pdf' : 'eInvoice.xml')}
    </Button>
  );
}
