import sharp from 'sharp'
import { blackPng, brandOnly, hollowPng, manyFrames, manyWebpFrames, resizedHeader } from './bytes.ts'
import { type Entry, image, refused } from './entry.ts'
import { HEIGHT, quarters, WIDTH } from './pictures.ts'

const half = (file: Buffer): Buffer => file.subarray(0, Math.floor(file.length / 2))
const text = (content: string) => () => Buffer.from(content)
const SCRIPT = '<script>alert(document.domain)</script>'

/** A picture of one colour, which is only large when it is decoded. */
const plainJpeg = (width: number, height: number, progressive = false) =>
  sharp({ create: { width, height, channels: 3, background: '#345' }, limitInputPixels: false })
    .jpeg({ quality: 30, progressive, chromaSubsampling: '4:4:4' })
    .toBuffer()

const unreadable = refused('mediaUnreadable')
const tooDemanding = refused('mediaTooDemanding')
const tooLong = refused('pictureTooLong')
const noMedia = refused('mediaTypeRefused')
const taken = image(WIDTH, HEIGHT)

export const HOSTILE: readonly Entry[] = [
  { name: 'nothing', outcome: noMedia, make: () => Buffer.alloc(0) },
  { name: 'one byte', outcome: noMedia, make: () => Buffer.from([0xff]) },
  { name: 'JPEG, its first bytes', outcome: unreadable, make: () => Buffer.from('ffd8ffe000104a464946', 'hex') },
  { name: 'JPEG, cut', outcome: unreadable, make: async () => half(await quarters().jpeg().toBuffer()) },
  {
    name: 'JPEG, progressive, cut',
    outcome: unreadable,
    make: async () => half(await quarters().jpeg({ progressive: true }).toBuffer()),
  },
  { name: 'PNG, cut', outcome: unreadable, make: async () => half(await quarters().png().toBuffer()) },
  { name: 'WebP, cut', outcome: unreadable, make: async () => half(await quarters().webp().toBuffer()) },
  { name: 'AVIF, cut', outcome: unreadable, make: async () => half(await quarters().avif({ effort: 0 }).toBuffer()) },
  { name: 'GIF, cut', outcome: unreadable, make: async () => half(await quarters().gif().toBuffer()) },

  { name: 'PNG of 400 megapixels', outcome: tooDemanding, make: () => blackPng(20_000, 20_000, 1) },
  { name: 'PNG of 100 megapixels', isDear: true, outcome: tooDemanding, make: () => blackPng(10_001, 10_001, 8) },
  { name: 'PNG of 48 megapixels', isDear: true, outcome: image(2_048, 1_536), make: () => blackPng(8_000, 6_000, 8) },
  {
    name: 'PNG of 48 megapixels, as a panorama',
    isDear: true,
    outcome: image(2_048, 246),
    make: () => blackPng(20_000, 2_400, 8),
  },
  {
    name: 'PNG of a pixel in width and 49 million in height',
    isDear: true,
    outcome: tooLong,
    make: () => blackPng(1, 49_000_000, 1),
  },
  {
    name: 'PNG of 49 million pixels in width and one in height',
    outcome: tooLong,
    make: () => blackPng(49_000_000, 1, 1),
  },
  {
    name: 'PNG, interlaced, of 144 megapixels',
    isDear: true,
    outcome: tooDemanding,
    make: () => blackPng(12_000, 12_000, 1, true),
  },
  { name: 'PNG that says 4 gigapixels', outcome: tooDemanding, make: () => hollowPng(65_535, 65_535) },
  { name: 'PNG that says 2 billion in width', outcome: unreadable, make: () => hollowPng(0x7fff_ffff, 0x7fff_ffff) },
  {
    name: 'JPEG of 101 megapixels',
    outcome: tooDemanding,
    // Encoding so many takes two seconds, and a decoder allocates as much for this one.
    make: async () => resizedHeader(await plainJpeg(101, 100), 10_100, 10_000),
  },
  {
    name: 'JPEG, progressive, of 42 megapixels',
    outcome: tooDemanding,
    make: async () => resizedHeader(await plainJpeg(70, 60, true), 7_000, 6_000),
  },
  {
    name: 'JPEG, progressive, of 12 megapixels',
    isDear: true,
    outcome: image(2_048, 1_536),
    make: () => plainJpeg(4_000, 3_000, true),
  },
  {
    name: 'JPEG that says 4 gigapixels',
    outcome: tooDemanding,
    make: async () => resizedHeader(await quarters().jpeg().toBuffer(), 65_000, 65_000),
  },
  {
    // Missing parts are grey, as in any viewer.
    name: 'JPEG that says 40 megapixels',
    outcome: image(2_048, 1_280),
    make: async () => resizedHeader(await quarters().jpeg().toBuffer(), 8_000, 5_000),
  },
  // The canvas is ignored, as in browsers, so the picture has one pixel.
  { name: 'GIF on a canvas of 3.6 gigapixels', outcome: image(1, 1), make: () => manyFrames(60_000, 60_000, 1) },
  { name: 'GIF of 10,000 frames', outcome: tooDemanding, make: () => manyFrames(10, 10, 10_000) },
  { name: 'GIF of 500 frames of a megapixel', outcome: tooDemanding, make: () => manyFrames(1_000, 1_000, 500) },
  { name: 'GIF of 54 megapixels in all', outcome: tooDemanding, make: () => manyFrames(300, 300, 600) },
  {
    name: 'GIF of 49 megapixels in all',
    isDear: true,
    outcome: image(182, 182, 600),
    make: () => manyFrames(288, 288, 600),
  },
  { name: 'WebP of 54 megapixels in all', outcome: tooDemanding, make: () => manyWebpFrames(300, 300, 600) },
  {
    name: 'GIF of 300 small frames',
    isDear: true,
    outcome: image(300, 200, 300),
    make: () => manyFrames(300, 200, 300),
  },

  { name: 'GIF and script', outcome: unreadable, make: text(`GIF89a/*${'\0'.repeat(30)}*/=1;alert(1)`) },
  {
    name: 'JPEG and web page',
    outcome: taken,
    make: async () => {
      const jpeg = await quarters().jpeg().toBuffer()
      const comment = Buffer.from(`\xff\xfe\0${String.fromCharCode(SCRIPT.length + 2)}${SCRIPT}`, 'latin1')
      return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), Buffer.from(`<html>${SCRIPT}</html>`)])
    },
  },
  {
    name: 'PNG and archive',
    outcome: taken,
    make: async () => Buffer.concat([await quarters().png().toBuffer(), Buffer.from(`PK\x03\x04${SCRIPT}PK\x05\x06`)]),
  },
  {
    name: 'WebP and PHP',
    outcome: taken,
    make: async () => Buffer.concat([await quarters().webp().toBuffer(), Buffer.from(`<?php echo 1; ?>${SCRIPT}`)]),
  },
  { name: 'web page that begins like a PNG', outcome: noMedia, make: text(`\x89PNG ${SCRIPT}`) },
  { name: 'web page', outcome: noMedia, make: text(`<!doctype html>${SCRIPT}`), fileName: 'a.png', mime: 'image/png' },
  {
    name: 'SVG',
    outcome: noMedia,
    mime: 'image/svg+xml',
    fileName: 'a.svg',
    make: text(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}</svg>`),
  },
  {
    name: 'SVG that names a file, as a PNG',
    outcome: noMedia,
    mime: 'image/png',
    fileName: 'a.png',
    make: text('<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>'),
  },
  { name: 'SVG as an avatar', outcome: refused('avatarTypeRefused'), isAvatar: true, make: text('<svg></svg>') },
  { name: 'HEIC', outcome: refused('heicRefused'), make: () => brandOnly('heic') },
  { name: 'TIFF', outcome: noMedia, make: () => quarters().tiff().toBuffer() },
  { name: 'BMP', outcome: noMedia, make: () => Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)]) },
  { name: 'PDF', outcome: noMedia, make: text('%PDF-1.7\n1 0 obj\n') },
  { name: 'archive', outcome: noMedia, make: text(`PK\x03\x04${'x'.repeat(99)}`) },
  { name: 'program', outcome: noMedia, make: text(`\x7fELF\x02\x01\x01${'\0'.repeat(99)}`) },
  { name: 'words', outcome: noMedia, make: text('plain words, whatever they are called') },
  { name: 'list of other files', outcome: noMedia, make: text('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n') },
  { name: 'list to join', outcome: noMedia, make: text("ffconcat version 1.0\nfile '/etc/passwd'\n") },
]
