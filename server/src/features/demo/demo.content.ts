import { GUEST } from '@quack/contract/rules/demo'

/**
 * What an empty demo installation is filled with. Plain data: members go by username, posts by key, times are relative
 * to the seeding.
 */

const HOUR = 60
const DAY = 24 * HOUR

export const DEMO_TOPICS = [
  'cats',
  'makeup',
  'basketball',
  'dance',
  'yoga',
  'fitness',
  'nature',
  'food',
  'travel',
  'apples',
] as const
export type DemoTopic = (typeof DEMO_TOPICS)[number]

export type DemoUsername =
  | typeof GUEST.username
  | 'maya.iyer'
  | 'noor.glow'
  | 'kofi_hoops'
  | 'lucia.baila'
  | 'amara.moves'
  | 'bjorn.outside'
  | 'yuki_eats'
  | 'weiling'
  | 'orchard.max'

export interface DemoMember {
  readonly username: DemoUsername
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly bio: string
  /** An https address, or empty. */
  readonly website: string
  readonly avatarURL: string
  readonly joinedDaysAgo: number
}

export interface DemoMedia {
  /** The file's name in the folder `media` beside this file. */
  readonly file: string
  readonly type: 'image' | 'video'
  /** Its description, for those who cannot see it. */
  readonly alt: string
}

export interface DemoComment {
  readonly author: DemoUsername
  readonly text: string
  /** Minutes between the post and the comment. */
  readonly minutesAfter: number
  readonly upvotedBy?: readonly DemoUsername[]
  readonly downvotedBy?: readonly DemoUsername[]
}

export interface DemoPost {
  readonly key: string
  readonly author: DemoUsername
  readonly topic: DemoTopic
  readonly content: string
  readonly minutesAgo: number
  readonly media?: DemoMedia
  /** In the order they liked it. */
  readonly likedBy: readonly DemoUsername[]
  /** Oldest first. */
  readonly comments: readonly DemoComment[]
}

const avatar = (username: DemoUsername) => `/avatars/members/${username}.webp`

export const DEMO_MEMBERS: readonly DemoMember[] = [
  {
    username: GUEST.username,
    firstName: 'Guest',
    lastName: 'Duck',
    email: 'guest@example.com',
    bio: 'Just floating through. Look around, like things, quack back. 🦆',
    website: '',
    avatarURL: avatar(GUEST.username),
    joinedDaysAgo: 64,
  },
  {
    username: 'maya.iyer',
    firstName: 'Maya',
    lastName: 'Iyer',
    email: 'maya.iyer@example.com',
    bio: 'Staff (unpaid) to two cats in Bengaluru. I also write code when nobody is sitting on the keyboard.',
    website: 'https://example.com/two-cats',
    avatarURL: avatar('maya.iyer'),
    joinedDaysAgo: 412,
  },
  {
    username: 'noor.glow',
    firstName: 'Noor',
    lastName: 'Al-Hassan',
    email: 'noor@example.com',
    bio: 'Makeup artist, Amman. Colour theory is my love language. Yes, you can wear orange.',
    website: 'https://example.com/noor',
    avatarURL: avatar('noor.glow'),
    joinedDaysAgo: 367,
  },
  {
    username: 'kofi_hoops',
    firstName: 'Kofi',
    lastName: 'Mensah',
    email: 'kofi@example.com',
    bio: 'Left-handed point guard with a very average jump shot. Under-12s coach on Saturdays 🏀',
    website: '',
    avatarURL: avatar('kofi_hoops'),
    joinedDaysAgo: 298,
  },
  {
    username: 'lucia.baila',
    firstName: 'Lucía',
    lastName: 'Fernández Ortega',
    email: 'lucia@example.com',
    bio: 'Dancer, Sevilla ⇄ Buenos Aires. Shoes wear out, songs do not.',
    website: 'https://example.com/lucia-baila',
    avatarURL: avatar('lucia.baila'),
    joinedDaysAgo: 251,
  },
  {
    username: 'amara.moves',
    firstName: 'Amara',
    lastName: 'Okafor',
    email: 'amara@example.com',
    bio: 'Strength coach by day, yoga mat by dawn. Rest days count too.',
    website: 'https://example.com/amara-moves',
    avatarURL: avatar('amara.moves'),
    joinedDaysAgo: 233,
  },
  {
    username: 'bjorn.outside',
    firstName: 'Björn',
    lastName: 'Lindqvist',
    email: 'bjorn@example.com',
    bio: 'Park ranger. Slow walks, strong coffee, wet socks.',
    website: '',
    avatarURL: avatar('bjorn.outside'),
    joinedDaysAgo: 190,
  },
  {
    username: 'yuki_eats',
    firstName: 'Yuki',
    lastName: 'Tanaka',
    email: 'yuki@example.com',
    bio: 'On a quest for the best noodles within cycling distance. 湯気は正義 🍜',
    website: 'https://example.com/yuki-eats',
    avatarURL: avatar('yuki_eats'),
    joinedDaysAgo: 164,
  },
  {
    username: 'weiling',
    firstName: 'Wei Ling',
    lastName: 'Tan',
    email: 'weiling@example.com',
    bio: 'I take the night train whenever there is one. Penang, mostly.',
    website: 'https://example.com/slow-miles',
    avatarURL: avatar('weiling'),
    joinedDaysAgo: 121,
  },
  {
    username: 'orchard.max',
    firstName: 'Maximiliane-Alexandra',
    lastName: 'von Hohenfels-Papadopoulos',
    email: 'max@example.com',
    bio: 'Third-generation apple grower. 41 varieties, strong opinions about all of them. Call me Max.',
    website: 'https://example.com/forty-one-apples',
    avatarURL: avatar('orchard.max'),
    joinedDaysAgo: 88,
  },
]

/** Who follows whom. The guest leaves four members to be suggested. */
export const DEMO_FOLLOWS: Readonly<Record<DemoUsername, readonly DemoUsername[]>> = {
  [GUEST.username]: ['maya.iyer', 'kofi_hoops', 'yuki_eats', 'bjorn.outside', 'lucia.baila'],
  'maya.iyer': ['yuki_eats', 'noor.glow', 'weiling', 'orchard.max', GUEST.username],
  'noor.glow': ['lucia.baila', 'maya.iyer', 'amara.moves', 'weiling'],
  kofi_hoops: ['amara.moves', 'lucia.baila', 'yuki_eats', 'maya.iyer'],
  'lucia.baila': ['noor.glow', 'amara.moves', 'kofi_hoops', 'weiling', 'maya.iyer'],
  'amara.moves': ['kofi_hoops', 'bjorn.outside', 'lucia.baila', 'maya.iyer'],
  'bjorn.outside': ['orchard.max', 'weiling', 'amara.moves', 'maya.iyer', GUEST.username],
  yuki_eats: ['orchard.max', 'maya.iyer', 'weiling', 'noor.glow', 'kofi_hoops', 'bjorn.outside'],
  weiling: ['yuki_eats', 'bjorn.outside', 'maya.iyer', GUEST.username],
  'orchard.max': ['bjorn.outside', 'yuki_eats', 'weiling'],
}

/** Newest first. */
export const DEMO_POSTS: readonly DemoPost[] = [
  {
    key: 'cat-window',
    author: 'maya.iyer',
    topic: 'cats',
    content:
      'Day 412 of asking Biscuit to stop sitting on the radiator. Day 412 of Biscuit explaining, without words, that the radiator is hers and I am a guest here. 🐈 #SmallJoys',
    minutesAgo: 12,
    media: { file: 'cat-window.webp', type: 'image', alt: 'An orange cat on a windowsill at dusk, beside a plant' },
    likedBy: ['yuki_eats', 'weiling', 'noor.glow', 'orchard.max', 'bjorn.outside'],
    comments: [
      {
        author: 'yuki_eats',
        text: 'Biscuit is right and you should say sorry.',
        minutesAfter: 3,
        upvotedBy: ['weiling', 'noor.glow'],
      },
      { author: 'maya.iyer', text: 'I have. She yawned.', minutesAfter: 5 },
    ],
  },
  {
    key: 'apple-ranking',
    author: 'orchard.max',
    topic: 'apples',
    content:
      'You keep asking, so here it is, final and not up for discussion:\n\n1. Cox’s Orange Pippin\n2. Belle de Boskoop\n3. Ashmead’s Kernel\n4. any apple eaten on a ladder\n…\n41. Red Delicious (neither)\n\n#autumn',
    minutesAgo: 47,
    likedBy: ['bjorn.outside', 'yuki_eats', 'maya.iyer'],
    comments: [
      {
        author: 'kofi_hoops',
        text: 'Granny Smith erasure 😤',
        minutesAfter: 9,
        upvotedBy: ['amara.moves'],
        downvotedBy: ['orchard.max'],
      },
      {
        author: 'orchard.max',
        text: 'Granny Smith is number 17. She knows why.',
        minutesAfter: 14,
        upvotedBy: ['yuki_eats', 'maya.iyer', 'bjorn.outside'],
      },
      {
        author: 'bjorn.outside',
        text: 'Number 4 is number 1 and you know it.',
        minutesAfter: 31,
        upvotedBy: ['weiling'],
      },
    ],
  },
  {
    key: 'ramen',
    author: 'yuki_eats',
    topic: 'food',
    content:
      'Cycled 19 km in the rain for this bowl. The broth took the cook two days, I took four minutes. We are both very proud of ourselves. 🍜 #SmallJoys #autumn',
    minutesAgo: 2 * HOUR + 8,
    media: {
      file: 'ramen.webp',
      type: 'image',
      alt: 'A steaming bowl of ramen with egg, nori and spring onion, seen from above',
    },
    likedBy: ['maya.iyer', 'weiling', 'kofi_hoops', 'orchard.max', 'lucia.baila', 'noor.glow', 'amara.moves'],
    comments: [
      { author: 'weiling', text: 'Where?? Asking as someone with a train ticket and no plans.', minutesAfter: 11 },
      {
        author: 'yuki_eats',
        text: 'Behind the bathhouse, blue door, no sign. Bring cash and an empty stomach.',
        minutesAfter: 20,
        upvotedBy: ['weiling', 'maya.iyer'],
      },
      {
        author: 'amara.moves',
        text: '19 km there and 19 back makes this sports nutrition.',
        minutesAfter: 52,
        upvotedBy: ['yuki_eats', 'kofi_hoops'],
      },
    ],
  },
  {
    key: 'court-dusk',
    author: 'kofi_hoops',
    topic: 'basketball',
    content:
      'The best hour on this court is the one after everybody else has gone home. Just me, the crickets, and a rim that squeaks when I miss. It squeaked a lot. #GoldenHour',
    minutesAgo: 5 * HOUR + 20,
    media: { file: 'court-dusk.webp', type: 'image', alt: 'An empty basketball court at dusk with the skyline behind' },
    likedBy: ['amara.moves', 'lucia.baila', 'yuki_eats', 'maya.iyer'],
    comments: [
      {
        author: 'lucia.baila',
        text: 'A squeak is just percussion you did not plan.',
        minutesAfter: 38,
        upvotedBy: ['kofi_hoops'],
      },
    ],
  },
  {
    key: 'yoga-sunrise',
    author: 'amara.moves',
    topic: 'yoga',
    content: 'Tree pose, 5:52 a.m. Wobbled nine times.\n\nWobbling is the pose. Nobody tells you that. #GoldenHour',
    minutesAgo: 9 * HOUR + 35,
    media: {
      file: 'yoga-sunrise.webp',
      type: 'image',
      alt: 'The silhouette of a woman in tree pose before a large rising sun',
    },
    likedBy: ['kofi_hoops', 'bjorn.outside', 'lucia.baila', 'noor.glow', 'maya.iyer', 'weiling'],
    comments: [
      {
        author: 'noor.glow',
        text: 'Screenshotting this for my whole life, not only yoga.',
        minutesAfter: 64,
        upvotedBy: ['amara.moves', 'lucia.baila'],
      },
      { author: 'kofi_hoops', text: 'I tried. The neighbour’s dog laughed.', minutesAfter: 125 },
    ],
  },
  {
    key: 'duck-waves',
    author: GUEST.username,
    topic: 'nature',
    content: 'My whole plan for the weekend, in one loop. 🌊 #SmallJoys',
    minutesAgo: 14 * HOUR + 5,
    media: { file: 'duck-waves.mp4', type: 'video', alt: 'A rubber duck drifting up and down on rolling waves' },
    likedBy: ['maya.iyer', 'bjorn.outside', 'weiling'],
    comments: [
      {
        author: 'bjorn.outside',
        text: 'Correct number of meetings.',
        minutesAfter: 42,
        upvotedBy: [GUEST.username, 'maya.iyer'],
      },
      { author: 'weiling', text: 'Is there room for one more on that wave?', minutesAfter: 71 },
    ],
  },
  {
    key: 'makeup-palette',
    author: 'noor.glow',
    topic: 'makeup',
    content:
      'Autumn palette is finally finished: rust, plum, one shade of gold that took eleven tries, and a teal nobody asked for. The teal is my favourite. 💄 #autumn',
    minutesAgo: 22 * HOUR,
    media: {
      file: 'makeup-palette.webp',
      type: 'image',
      alt: 'An open eyeshadow palette, a brush and a lipstick on a pink table',
    },
    likedBy: ['lucia.baila', 'maya.iyer', 'amara.moves', 'weiling', 'yuki_eats'],
    comments: [
      {
        author: 'lucia.baila',
        text: 'The teal goes on stage with me on Friday. I am not asking.',
        minutesAfter: 33,
        upvotedBy: ['noor.glow'],
      },
      {
        author: 'noor.glow',
        text: 'It already has your name on it 💙',
        minutesAfter: 40,
        upvotedBy: ['lucia.baila', 'amara.moves'],
      },
    ],
  },
  {
    key: 'mountain-lake',
    author: 'bjorn.outside',
    topic: 'nature',
    content: 'No wind for exactly six minutes. I counted. Then a duck landed and the mountains went all wobbly.',
    minutesAgo: DAY + 6 * HOUR,
    media: {
      file: 'mountain-lake.webp',
      type: 'image',
      alt: 'Snow-topped mountains mirrored in a still lake, a red cabin on the shore',
    },
    likedBy: [
      'orchard.max',
      'weiling',
      'amara.moves',
      'maya.iyer',
      'yuki_eats',
      'noor.glow',
      'kofi_hoops',
      'lucia.baila',
      GUEST.username,
    ],
    comments: [
      {
        author: GUEST.username,
        text: 'On behalf of ducks everywhere: sorry. 🦆',
        minutesAfter: 58,
        upvotedBy: ['bjorn.outside', 'maya.iyer', 'weiling', 'orchard.max'],
      },
      { author: 'orchard.max', text: 'That red cabin needs an apple tree. I will bring one.', minutesAfter: 3 * HOUR },
    ],
  },
  {
    key: 'train-window',
    author: 'weiling',
    topic: 'travel',
    content:
      'Night train, 14 hours, a thermos of tea and the same window the whole way. People ask if it gets boring.\n\nI saw three sunsets because of the hills.',
    minutesAgo: 2 * DAY + 3 * HOUR,
    media: {
      file: 'train-window.webp',
      type: 'image',
      alt: 'Hills and a low sun through the window of a train, a cup of tea on the table',
    },
    likedBy: ['bjorn.outside', 'yuki_eats', 'maya.iyer', 'orchard.max', 'lucia.baila'],
    comments: [
      { author: 'maya.iyer', text: 'This is the only kind of long post I like.', minutesAfter: 27 },
      {
        author: 'bjorn.outside',
        text: 'Three sunsets for one ticket, that is good value.',
        minutesAfter: 4 * HOUR,
        upvotedBy: ['weiling'],
      },
    ],
  },
  {
    key: 'dance-stage',
    author: 'lucia.baila',
    topic: 'dance',
    content:
      'Forty seconds before the curtain the whole body forgets everything.\n\nThen the light comes on and the feet say: we know. 💃',
    minutesAgo: 3 * DAY + 11 * HOUR,
    media: { file: 'dance-stage.webp', type: 'image', alt: 'A dancer in a red dress under three beams of stage light' },
    likedBy: [
      'noor.glow',
      'kofi_hoops',
      'amara.moves',
      'weiling',
      'maya.iyer',
      'yuki_eats',
      GUEST.username,
      'bjorn.outside',
    ],
    comments: [
      {
        author: 'amara.moves',
        text: 'Goosebumps. Feet are the smartest people I know.',
        minutesAfter: 18,
        upvotedBy: ['lucia.baila', 'noor.glow', 'kofi_hoops'],
      },
    ],
  },
  {
    key: 'bouncing-ball',
    author: 'kofi_hoops',
    topic: 'basketball',
    content:
      'Homework for the under-12s: one hundred of these, each hand, every day. They asked if they could do it for eight hours instead of maths. 🏀',
    minutesAgo: 4 * DAY + 7 * HOUR,
    media: {
      file: 'bouncing-ball.mp4',
      type: 'video',
      alt: 'A basketball bouncing on a court, its shadow growing and shrinking',
    },
    likedBy: ['amara.moves', 'lucia.baila', 'maya.iyer', 'orchard.max'],
    comments: [
      {
        author: 'maya.iyer',
        text: 'Counting to 800 is maths. Tell them. Actually, don’t.',
        minutesAfter: 90,
        upvotedBy: ['kofi_hoops', 'amara.moves'],
      },
    ],
  },
  {
    key: 'cat-shopping-list',
    author: 'maya.iyer',
    topic: 'cats',
    content:
      'Shopping list found on the fridge:\n– milk\n– rice\n– the fish in the blue tin\n– the fish in the BLUE tin\n– fish\n\nI live alone.',
    minutesAgo: 6 * DAY + 2 * HOUR,
    likedBy: ['yuki_eats', 'noor.glow', 'weiling', 'lucia.baila', 'kofi_hoops', 'amara.moves', GUEST.username],
    comments: [
      {
        author: 'noor.glow',
        text: 'Alone?? Biscuit and Chai would like a word.',
        minutesAfter: 15,
        upvotedBy: ['maya.iyer'],
      },
      { author: 'kofi_hoops', text: 'Which tin though', minutesAfter: 49, downvotedBy: ['maya.iyer'] },
    ],
  },
  {
    key: 'apple-still-life',
    author: 'orchard.max',
    topic: 'apples',
    content:
      'First Boskoops of the year. They do not taste of anything yet. In three weeks in the cellar they will taste of everything. 🍎',
    minutesAgo: 8 * DAY + 5 * HOUR,
    media: {
      file: 'apple-still-life.webp',
      type: 'image',
      alt: 'A bowl of red and green apples on a table, one cut in half',
    },
    likedBy: ['bjorn.outside', 'yuki_eats', 'maya.iyer', 'weiling'],
    comments: [
      {
        author: 'yuki_eats',
        text: 'Save me six. I will trade noodles.',
        minutesAfter: 2 * HOUR,
        upvotedBy: ['orchard.max'],
      },
      { author: 'orchard.max', text: 'Done. The good noodles.', minutesAfter: 2 * HOUR + 12 },
    ],
  },
  {
    key: 'city-night',
    author: 'weiling',
    topic: 'travel',
    content:
      'Got lost on purpose, 11 p.m., no map. Found: one noodle stall, two stairways to nowhere, and a city with all its lights left on for me.',
    minutesAgo: 12 * DAY + 9 * HOUR,
    media: {
      file: 'city-night.webp',
      type: 'image',
      alt: 'A city at night with hundreds of lit windows under a full moon, mirrored in a river',
    },
    likedBy: ['yuki_eats', 'maya.iyer', 'noor.glow', 'bjorn.outside', 'lucia.baila', 'kofi_hoops'],
    comments: [
      {
        author: 'yuki_eats',
        text: 'I have questions about the noodle stall. I have no other questions.',
        minutesAfter: 36,
        upvotedBy: ['weiling', 'maya.iyer'],
      },
    ],
  },
  {
    key: 'dumbbells',
    author: 'amara.moves',
    topic: 'fitness',
    content:
      'Home gym tour: two dumbbells, one mat, one plant. The plant has made the most progress this month. 🌿\n\nPlan for absolute beginners, 15 minutes, no jumping: https://example.com/amara-moves/fifteen',
    minutesAgo: 17 * DAY + 4 * HOUR,
    media: {
      file: 'dumbbells.webp',
      type: 'image',
      alt: 'Two dumbbells, a rolled mat and a large potted plant in morning light',
    },
    likedBy: ['kofi_hoops', 'lucia.baila', 'noor.glow', 'weiling'],
    comments: [
      {
        author: 'lucia.baila',
        text: 'What does the plant eat. I want what the plant has.',
        minutesAfter: 77,
        upvotedBy: ['amara.moves'],
      },
      {
        author: 'amara.moves',
        text: 'Water, sun, and it never skips a rest day.',
        minutesAfter: 95,
        upvotedBy: ['lucia.baila', 'kofi_hoops'],
      },
    ],
  },
  {
    key: 'makeup-tip',
    author: 'noor.glow',
    topic: 'makeup',
    content:
      'Small makeup tip that is really a life tip: blend for ten seconds longer than you think, then put the brush down and leave the house.',
    minutesAgo: 23 * DAY + 8 * HOUR,
    likedBy: ['lucia.baila', 'maya.iyer'],
    comments: [],
  },
  {
    key: 'record-player',
    author: 'lucia.baila',
    topic: 'dance',
    content:
      'Found my grandmother’s records. The kitchen is now a dance floor until further notice. Dinner will be late. 💿',
    minutesAgo: 31 * DAY,
    media: { file: 'record-player.mp4', type: 'video', alt: 'A record turning on a wooden record player' },
    likedBy: ['noor.glow', 'amara.moves', 'kofi_hoops', 'orchard.max', 'weiling'],
    comments: [
      {
        author: 'orchard.max',
        text: 'My knees say no, my slippers say yes.',
        minutesAfter: 45,
        upvotedBy: ['lucia.baila', 'noor.glow', 'weiling'],
      },
      { author: 'kofi_hoops', text: 'What’s on the B-side?', minutesAfter: 6 * HOUR },
    ],
  },
  {
    key: 'forest-mist',
    author: 'bjorn.outside',
    topic: 'nature',
    content:
      'Mist until ten, then light came in sideways and the whole forest stood there like it had been waiting to be introduced. Saw one fox. The fox saw me first.',
    minutesAgo: 43 * DAY + 3 * HOUR,
    media: { file: 'forest-mist.webp', type: 'image', alt: 'Tall pines in layers of morning mist, a fox on the path' },
    likedBy: ['orchard.max', 'weiling', 'amara.moves'],
    comments: [
      { author: 'weiling', text: 'How do you do, forest. 🎩', minutesAfter: 5 * HOUR, upvotedBy: ['bjorn.outside'] },
    ],
  },
  {
    key: 'dumpling-evening',
    author: 'yuki_eats',
    topic: 'food',
    content:
      'Eleven people, one kitchen, 240 dumplings. No two look alike and the ugliest ones went first. Recipe for the filling, as promised: https://example.com/yuki-eats/240-dumplings 🥟',
    minutesAgo: 58 * DAY + 6 * HOUR,
    likedBy: [],
    comments: [],
  },
]

/** What the guest has bookmarked, by the key of the post, in the order it was done. */
export const DEMO_GUEST_BOOKMARKS: readonly string[] = ['mountain-lake', 'ramen', 'dumbbells', 'train-window']
