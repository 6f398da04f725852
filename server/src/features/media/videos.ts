import { AppError } from '../../http/errors.ts'

/** The size of a video as it is shown, in pixels. @throws mediaUnreadable for a file without a readable video track */
export async function readVideo(file: string): Promise<{ width: number; height: number }> {
  // Loaded with the first video: it is a tenth of the time that the server takes to start.
  const { ALL_FORMATS, FilePathSource, Input } = await import('mediabunny')
  const input = new Input({ source: new FilePathSource(file), formats: ALL_FORMATS })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track || track.displayWidth < 1 || track.displayHeight < 1) throw new AppError('mediaUnreadable')
    return { width: track.displayWidth, height: track.displayHeight }
  } catch {
    throw new AppError('mediaUnreadable')
  } finally {
    input.dispose()
  }
}
