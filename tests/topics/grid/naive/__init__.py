"""The naive twins of the policies of a light grid."""
