import { Avatar, Style } from '@dicebear/core'
import clay from '@dicebear/styles/clay.json' with { type: 'json' }
import openPeeps from '@dicebear/styles/open-peeps.json' with { type: 'json' }

/**
 * Faces by DiceBear (https://www.dicebear.com). Both styles are CC0 1.0:
 * "Open Peeps" by Pablo Stanley (https://www.openpeeps.com) and "Clay" by DiceBear.
 */
const peeps = new Style(openPeeps)
const creatures = new Style(clay)

/** The names a style knows for one of its parts. */
type Variant<Part extends { variants: object }> = keyof Part['variants']
type PeepParts = typeof openPeeps.components
type ClayParts = typeof clay.components

interface Peep {
  head: Variant<PeepParts['head']>
  expression: Variant<PeepParts['expression']>
  skin: string
  hair: string
  clothing: string
  ground: string
  accessory?: Variant<PeepParts['accessories']>
  beard?: Variant<PeepParts['facialHair']>
}

function peep({ head, expression, skin, hair, clothing, ground, accessory, beard }: Peep): string {
  return new Avatar(peeps, {
    seed: 'quack',
    size: 400,
    scale: 1.04,
    headVariant: head,
    expressionVariant: expression,
    skinColor: skin,
    headContrastColor: hair,
    clothingColor: clothing,
    backgroundColor: ground,
    accessoriesProbability: accessory ? 100 : 0,
    ...(accessory ? { accessoriesVariant: accessory } : {}),
    facialHairProbability: beard ? 100 : 0,
    ...(beard ? { facialHairVariant: beard } : {}),
    maskProbability: 0,
  }).toString()
}

const creature = (
  body: Variant<ClayParts['body']>,
  top: Variant<ClayParts['top']>,
  mouth: Variant<ClayParts['mouth']>,
  eyes: Variant<ClayParts['eyes']>,
  colour: string,
  ground: string,
) =>
  new Avatar(creatures, {
    seed: `${body}-${top}`,
    size: 400,
    bodyVariant: body,
    topVariant: top,
    topProbability: 100,
    mouthVariant: mouth,
    eyesVariant: eyes,
    bodyColor: colour,
    backgroundColor: ground,
    animationVariant: 'none',
    scale: 1.18,
    translateY: -4,
  }).toString()

/** The demo members but the guest, who is a duck, by file name. */
export const members: Readonly<Record<string, string>> = {
  'members/maya.iyer': peep({
    head: 'longCurly',
    expression: 'smile',
    skin: '#b5713f',
    hair: '#2c1b18',
    clothing: '#e279c7',
    ground: '#ffd9a0',
    accessory: 'glasses2',
  }),
  'members/noor.glow': peep({
    head: 'hijab',
    expression: 'smile',
    skin: '#edb98a',
    hair: '#c98bb0',
    clothing: '#9ddadb',
    ground: '#f6c9d3',
  }),
  'members/kofi_hoops': peep({
    head: 'flatTop',
    expression: 'cute',
    skin: '#694d3d',
    hair: '#2c1b18',
    clothing: '#f27a5e',
    ground: '#b9dcf0',
  }),
  'members/lucia.baila': peep({
    head: 'bun2',
    expression: 'lovingGrin1',
    skin: '#edb98a',
    hair: '#4a312c',
    clothing: '#d6453f',
    ground: '#fbe3b0',
  }),
  'members/amara.moves': peep({
    head: 'afro',
    expression: 'calm',
    skin: '#7d5a45',
    hair: '#2c1b18',
    clothing: '#78e185',
    ground: '#d9c8f0',
  }),
  'members/bjorn.outside': peep({
    head: 'short4',
    expression: 'cheeky',
    skin: '#ffdbb4',
    hair: '#8a4b26',
    clothing: '#4d8f5b',
    ground: '#bfe0cf',
    beard: 'full2',
  }),
  'members/yuki_eats': peep({
    head: 'mediumBangs',
    expression: 'eatingHappy',
    skin: '#ffdbb4',
    hair: '#2c1b18',
    clothing: '#fdea6b',
    ground: '#f7b79c',
  }),
  'members/weiling': peep({
    head: 'hatHip',
    expression: 'smile',
    skin: '#f0c49a',
    hair: '#2c1b18',
    clothing: '#8fa7df',
    ground: '#a8d8dc',
    accessory: 'glasses',
  }),
  'members/orchard.max': peep({
    head: 'grayBun',
    expression: 'smile',
    skin: '#ffdbb4',
    hair: '#e8e1e1',
    clothing: '#c95f4f',
    ground: '#cfe3a8',
    accessory: 'glasses4',
  }),
}

/** The nine creatures of the Edit Profile grid, by file name. */
export const presets: Readonly<Record<string, string>> = {
  'preset-1': creature('egg', 'ears', 'cat', 'happy', '#d99277', '#f9ecc9'),
  'preset-2': creature('gumdrop', 'antenna', 'smileBig', 'big', '#83b0a4', '#f7e3d9'),
  'preset-3': creature('blob', 'horns', 'toothy', 'trio', '#9793bd', '#eff0da'),
  'preset-4': creature('pear', 'tuft', 'smile', 'googly', '#e0bd6a', '#e2ecf4'),
  'preset-5': creature('loaf', 'peak', 'uu', 'even', '#cd8ea6', '#e3efe9'),
  'preset-6': creature('slug', 'curl', 'smirk', 'wink', '#8ba06b', '#f8f1e5'),
  'preset-7': creature('boulder', 'spikes', 'smileTongue', 'outward', '#86a5c3', '#f9e8cf'),
  'preset-8': creature('bell', 'loop', 'laugh', 'happy', '#c4795c', '#e9e7f4'),
  'preset-9': creature('cube', 'nub', 'smileBig', 'mono', '#ab8bbd', '#e3efe9'),
}
