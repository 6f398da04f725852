import { join } from 'node:path'
import { openDiskStore } from './disk-store.ts'
import type { MediaStore } from './media-store.ts'
import { openS3Store, type S3Location } from './s3-store.ts'

/** @param dataDir the installation's directory; with S3 it holds only temporary files */
export function openMediaStore(dataDir: string, s3: S3Location | null): Promise<MediaStore> {
  const directory = join(dataDir, 'media')
  return s3 === null ? openDiskStore(directory) : openS3Store(s3, directory)
}
