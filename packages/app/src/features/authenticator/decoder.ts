/** What a camera or a file gives. */
export type Picture = HTMLVideoElement | ImageBitmap;

/** The text of a QR code in a picture; null: there is none to be seen. */
export type Decode = (picture: Picture) => Promise<string | null>;

interface Detector {
  detect(picture: Picture): Promise<{ rawValue: string }[]>;
}

declare global {
  interface Window {
    /** Chromium on some systems has it. */
    BarcodeDetector?: { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> };
  }
}

/** Longest side of what the library looks at, px: larger pictures cost time and show no more. */
const LONGEST = 1200;

/** The browser's own detector, else a library, which is fetched only then. */
export async function createDecode(): Promise<Decode> {
  const { BarcodeDetector } = window;
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => null)) ?? [];
  if (BarcodeDetector && formats.includes('qr_code')) {
    const detector = new BarcodeDetector({ formats: ['qr_code'] });
    return async (picture) => (await detector.detect(picture))[0]?.rawValue ?? null;
  }
  const { decodeQR } = await import('qr/decode.js');
  const canvas = document.createElement('canvas');
  return async (picture) => {
    const image = draw(canvas, picture);
    if (!image) return null;
    try {
      return decodeQR(image);
    } catch {
      return null;
    }
  };
}

function draw(canvas: HTMLCanvasElement, picture: Picture): ImageData | null {
  const [width, height] =
    picture instanceof HTMLVideoElement ? [picture.videoWidth, picture.videoHeight] : [picture.width, picture.height];
  const scale = Math.min(1, LONGEST / Math.max(width, height));
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context || canvas.width === 0 || canvas.height === 0) return null;
  // What is transparent in a screenshot counts as paper.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
