import type { ApiFile } from '@quack/testing/member-api'
import { expect } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import duckWaves from '../../server/src/features/demo/media/duck-waves.mp4?url'
import blink from './blink.gif?no-inline'
import type { PickedFile } from './browser-commands.ts'
import { watchRequests } from './requests.ts'

/** The card of the post with this text. */
export function card(text: string): Locator {
  return page.getByRole('article').filter({ hasText: text })
}

/** Picks a file for a post through the button's file dialog. */
export async function attach(file: PickedFile): Promise<void> {
  await chooseFile(page.getByRole('button', { name: 'Add a picture or video' }), file)
}

/**
 * Picks a file through the file dialog that this button opens. Resolves when the page has the file, which is after the
 * click.
 */
export async function chooseFile(button: Locator, file: PickedFile): Promise<void> {
  await commands.chooseNextFile(file)
  await button.click()
  await commands.fileChosen()
}

/** Clicks and waits for the answer to the write: an optimistic update is not saved yet. */
export async function clickAndSave(button: Locator, path: RegExp): Promise<void> {
  const seen = await watchRequests(path, 'write')
  await button.click()
  await expect.poll(async () => (await seen()).some(({ status }) => status !== null)).toBe(true)
}

/** A photo of some kilobytes. */
export async function makePhoto(width = 240, height = 180): Promise<PickedFile> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  for (let step = 0; step < 60; step++) {
    context.fillStyle = `hsl(${step * 47} 80% 50%)`
    context.fillRect((step * 37) % width, (step * 53) % height, 40, 30)
  }
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return { name: 'photo.jpg', base64: btoa(String.fromCharCode(...bytes)) }
}

export function textFile(name: string, text: string): PickedFile {
  return { name, base64: btoa(text) }
}

/** A video of some seconds. */
export async function readVideo(): Promise<ApiFile> {
  const bytes = await (await fetch(duckWaves)).arrayBuffer()
  return { name: 'duck-waves.mp4', mimeType: 'video/mp4', buffer: new Uint8Array(bytes) }
}

/** A video, to be picked. */
export async function pickVideo(): Promise<PickedFile> {
  const { name, buffer } = await readVideo()
  return { name, base64: btoa(Array.from(buffer, (byte) => String.fromCharCode(byte)).join('')) }
}

/** The address of a picture that moves, which is none of the server's. */
export const BLINKING = new URL(blink, location.href).href

/** A GIF of two frames, whose corner blinks. */
export function makeAnimation(width = 240, height = 180): ApiFile {
  // A palette of black and white; each frame is one pixel of the canvas, shown for half a second.
  const head = new Uint8Array([...new TextEncoder().encode('GIF89a'), 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255])
  const size = new DataView(head.buffer)
  size.setUint16(6, width, true)
  size.setUint16(8, height, true)
  const frame = (x: number) => [
    ...[0x21, 0xf9, 4, 8, 50, 0, 0, 0],
    ...[0x2c, x, 0, 0, 0, 1, 0, 1, 0, 0],
    ...[2, 2, 0x4c, 1, 0],
  ]
  const buffer = new Uint8Array([...head, ...frame(0), ...frame(1), 0x3b])
  return { name: 'animation.gif', mimeType: 'image/gif', buffer }
}

/** A photo, to be uploaded through the API. */
export function fileOf({ name, base64 }: PickedFile): ApiFile {
  return { name, mimeType: 'image/jpeg', buffer: Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0)) }
}
