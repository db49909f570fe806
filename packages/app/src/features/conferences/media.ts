/** What somebody sends that a device or a screen gives. */
export type MediaKind = 'camera' | 'microphone' | 'screen';

/** The picture of a camera: small, as it goes to each of the others on its own. */
const PICTURE: MediaTrackConstraints = {
  width: { ideal: 640 },
  height: { ideal: 360 },
  frameRate: { ideal: 20, max: 20 },
};

/** Opens a camera or a microphone; an id that is gone is any of that kind. */
export async function openDevice(kind: 'camera' | 'microphone', deviceId: string | null): Promise<MediaStreamTrack> {
  const chosen = deviceId === null ? {} : { deviceId: { ideal: deviceId } };
  const stream = await navigator.mediaDevices.getUserMedia(
    kind === 'camera'
      ? { video: { ...PICTURE, ...chosen } }
      : { audio: { ...chosen, echoCancellation: true, noiseSuppression: true } },
  );
  const [track] = stream.getTracks();
  if (!track) throw new Error('the browser gave nothing');
  return track;
}

/** Opens a screen or a window that somebody chooses. */
export async function openScreen(): Promise<MediaStreamTrack> {
  const stream = await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: { max: 10 } } });
  const [track] = stream.getVideoTracks();
  if (!track) throw new Error('the browser gave nothing');
  track.contentHint = 'detail';
  return track;
}

/** A device that can be chosen; without a permission it has no name. */
export interface Device {
  id: string;
  name: string;
}

/** The cameras and microphones that there are. */
export async function listDevices(): Promise<{ camera: Device[]; microphone: Device[] }> {
  const all = await navigator.mediaDevices.enumerateDevices();
  const of = (kind: MediaDeviceKind) =>
    all
      .filter((device) => device.kind === kind && device.deviceId !== '')
      .map(({ deviceId, label }) => ({ id: deviceId, name: label }));
  return { camera: of('videoinput'), microphone: of('audioinput') };
}
