import { type CloudFile, kindOf } from '@kreide/core/features/cloud';
import { isAllowed } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { canShowDocuments, DOCUMENT_BYTES, documentQuery } from '../../kernel/file-document.ts';
import { textQuery } from '../../kernel/file-text.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { serverAddress } from '../../kernel/server-address.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import styles from './Cloud.module.css';

/** Kinds that are shown as text, and tables that are one. */
const isText = ({ extension }: CloudFile) => kindOf(extension) === 'text' || extension.toLowerCase() === 'csv';

/** What a file holds, where a browser can show that: a picture, a film, something to hear, a text, a PDF file. Nothing for any other. */
export function FilePreview({ file }: { file: CloudFile }) {
  const { can, can_show_preview, alt_name, name, extension, meta } = file;
  if (meta.uri === null) return null;
  const address = serverAddress + meta.uri;
  if (can_show_preview) return <img className={styles.large} data-large src={address} alt={alt_name || name} />;
  if (!isAllowed(can, 'download')) return null;
  const kind = kindOf(extension);
  if (kind === 'video' || kind === 'music')
    return <Played tag={kind === 'video' ? 'video' : 'audio'} name={name} address={address} />;
  if (isText(file)) return <Text address={address} />;
  const isDocument = extension.toLowerCase() === 'pdf' && file.size <= DOCUMENT_BYTES;
  return isDocument && canShowDocuments() ? <Document address={address} /> : null;
}

/** A PDF file in the viewer of the browser, which turns pages, searches and enlarges. */
function Document({ address }: { address: string }) {
  const { t } = useTranslation('cloud');
  const query = useQuery(documentQuery(address));
  return (
    <Loaded
      query={query}
      skeleton={{ items: 1, label: t('edit.loading') }}
      errorTitle={t('details.unread')}
      headingLevel={3}
    >
      {(content) => <Viewer content={content} />}
    </Loaded>
  );
}

function Viewer({ content }: { content: Blob }) {
  const { t } = useTranslation('cloud');
  const [source, setSource] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(content);
    setSource(`${made}#navpanes=0&view=FitH`);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return <iframe className={styles.document} src={source} title={t('details.content')} />;
}

interface PlayedProps {
  tag: 'video' | 'audio';
  name: string;
  address: string;
}

/** A film or a recording. Nothing but its beginning is fetched before somebody wants it. */
function Played({ tag: Tag, name, address }: PlayedProps) {
  const { t } = useTranslation('cloud');
  const [problem, setProblem] = useState<'unread' | 'unplayable' | null>(null);
  if (problem) return <p className={styles.unplayable}>{t(`details.${problem}`)}</p>;
  return (
    <Tag
      className={Tag === 'video' ? styles.large : styles.heard}
      src={address}
      controls
      playsInline
      preload="metadata"
      aria-label={name}
      onError={({ currentTarget: { error } }) => {
        const isAway = error?.code === MediaError.MEDIA_ERR_NETWORK || !navigator.onLine;
        setProblem(isAway ? 'unread' : 'unplayable');
      }}
    />
  );
}

function Text({ address }: { address: string }) {
  const { t } = useTranslation('cloud');
  const query = useQuery(textQuery(address));
  return (
    <Loaded
      query={query}
      skeleton={{ items: 1, label: t('edit.loading') }}
      errorTitle={t('details.unread')}
      headingLevel={3}
    >
      {({ text, isWhole }) => (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard */}
          <section className={styles.text} aria-label={t('details.content')} tabIndex={0}>
            {text}
          </section>
          {!isWhole && <p className={styles.unplayable}>{t('details.cut')}</p>}
        </>
      )}
    </Loaded>
  );
}
